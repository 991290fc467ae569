# Every target sets up what it needs, on a clean clone too.

SHELL = /bin/bash
SWIFT ?= swift
SOURCES = Package.swift Core Features Tools Tests Examples/TodoShell/Package.swift \
  Examples/TodoShell/Sources Examples/TodoShell/Tests Examples/StockService/Package.swift \
  Examples/StockService/Sources Examples/StockService/Tests Examples/SyncUps/Package.swift \
  Examples/SyncUps/Sources Examples/SyncUps/Tests Compatibility/Package.swift \
  Compatibility/Sources Compatibility/Tests
FORMAT = $(SWIFT) format
REPRISE = .build/debug/reprise
DEMO = .build/demo
# One build folder for all packages of the repository, so that the modules are built once.
PACKAGES = --scratch-path $(CURDIR)/.build/packages
SCRIPTS = Tests/Sessions/Scripts
LIBRARIES = TerminalUI Issues CaseKeyPaths IdentifiedArrays ValueDump DependencyInjection \
  SharedState RecordCoding SessionModel ReducerRuntime Scheduling TestStores \
  LegacySpellings ComposableArchitecture ComposableArchitectureTesting \
  SessionRecording SchemaEvolution SessionReplay ReplayCorpus SessionMinimizing \
  TestGeneration SessionReplayTesting AppShell Undo
# Some tests start programs. All at once, they would exceed the limit of open files and their
# timeouts.
WIDTH_OPTION = --experimental-maximum-parallelization-width
WIDTH = $(shell $(SWIFT) test --help-hidden | grep -q -e $(WIDTH_OPTION) && echo $(WIDTH_OPTION) 16)
SYMBOL_GRAPHS = .build/symbol-graphs
SITE = .build/site

PREFIX ?= /usr/local
INSTALL_BUILD = .build/install
BIN_FOLDER = $(DESTDIR)$(PREFIX)/bin
MAN_FOLDER = $(DESTDIR)$(PREFIX)/share/man/man1
BASH_FOLDER = $(DESTDIR)$(PREFIX)/share/bash-completion/completions
ZSH_FOLDER = $(DESTDIR)$(PREFIX)/share/zsh/site-functions
FISH_FOLDER = $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d
INSTALLED_FOLDERS = $(BIN_FOLDER) $(MAN_FOLDER) $(BASH_FOLDER) $(ZSH_FOLDER) $(FISH_FOLDER)
INSTALLED = $(BIN_FOLDER)/reprise $(MAN_FOLDER)/reprise.1 $(BASH_FOLDER)/reprise \
  $(ZSH_FOLDER)/_reprise $(FISH_FOLDER)/reprise.fish

TODO_SHELL = $(SWIFT) run $(PACKAGES) TodoShell
SYNC_UPS = $(SWIFT) run $(PACKAGES) SyncUps
EDIT_SESSION = --seed 1 --data-dir .build/data --script Sessions/edit.txt
EFFECT_TESTS = CompatibilityAppsTests SessionReplayTests
FUZZ_SECONDS ?= 60
FUZZ_CORPUS = .build/fuzzing-corpus

.PHONY: run test test-room test-rooms bench service-bench fuzz damage reports examples \
  generated-tests minimize compatibility command-reference page page-check page-tests pictures \
  setup-page limits kills random-sessions drawn-effects references explore explored-faults \
  replay optimized watch mutants effect-mutants service engines corpus schedule bisect \
  coverage installed action dist dependency port products lint format goldens example docs \
  sanitize nightly symbol-graphs setup build install uninstall help

help: ## Lists the targets.
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 20

run: build ## Records a session of the sample app and replays it.
	@rm -rf $(DEMO)
	@mkdir -p $(DEMO)
	$(REPRISE) record $(DEMO)/tour.reprise --data-dir $(DEMO)/data --script $(SCRIPTS)/tour.txt
	$(REPRISE) replay $(DEMO)/tour.reprise

test: setup ## Builds everything and runs all tests except those of the page.
	@mkdir -p .build
	@set -o pipefail; $(SWIFT) test $(WIDTH) 2>&1 | tee .build/test.log \
	  || { echo; echo "Failures:"; grep -E '^✘|error:' .build/test.log; exit 1; }

test-room: setup ## Runs the tests of some rooms; ROOMS="SessionLog SessionRecording".
	TEST_TARGETS="$(addsuffix Tests,$(ROOMS))" $(SWIFT) test

install: setup ## Installs an optimized executable, its manual page and completions.
	@# The toolchain's libraries are linked statically, so that the program runs without them.
	@# Its symbols are kept, because crash reports name functions.
	$(SWIFT) build --configuration release --product reprise --scratch-path $(INSTALL_BUILD) \
	  $(if $(filter Linux,$(shell uname -s)),--static-swift-stdlib) $(INSTALL_FLAGS)
	install -d $(INSTALLED_FOLDERS)
	install -m 755 $(INSTALL_BUILD)/release/reprise $(BIN_FOLDER)/reprise
	$(INSTALL_BUILD)/release/reprise man > $(MAN_FOLDER)/reprise.1
	$(INSTALL_BUILD)/release/reprise completions bash > $(BASH_FOLDER)/reprise
	$(INSTALL_BUILD)/release/reprise completions zsh > $(ZSH_FOLDER)/_reprise
	$(INSTALL_BUILD)/release/reprise completions fish > $(FISH_FOLDER)/reprise.fish

installed: ## Installs into .build/installed, and records and replays with that program.
	$(MAKE) install PREFIX=$(CURDIR)/.build/installed DESTDIR=
	rm -rf .build/installed/session && mkdir -p .build/installed/session
	.build/installed/bin/reprise record .build/installed/session/tour.reprise \
	  --data-dir .build/installed/session/data --script $(SCRIPTS)/tour.txt
	.build/installed/bin/reprise replay --paranoid .build/installed/session/tour.reprise \
	  Tests/Sessions

uninstall: ## Removes an installation with the same PREFIX and DESTDIR.
	rm -f $(INSTALLED)

dist: setup ## Builds a release in .build/dist, and tries its files in clean roots.
	@SWIFT=$(SWIFT) Tools/setup.sh release
	Tools/Release/dist.sh
	python3 Tests/release.py

dependency: setup ## Builds packages that depend on a tag of this one; URL=… TAG=….
	$(SWIFT) build --product reprise-port
	python3 Tests/dependency.py $(if $(URL),--url $(URL)) $(if $(TAG),--tag $(TAG))

action: build ## Runs the steps of action.yml with sessions that match, diverge or are invalid.
	python3 Tests/action.py --program $(REPRISE)

bench: setup ## Measures times and sizes, and compares them with budgets; BENCH_FLAGS=--json.
	$(SWIFT) build --configuration release --product reprise
	$(SWIFT) build --configuration release --product Benchmarks
	.build/release/Benchmarks $(BENCH_FLAGS)

fuzz: setup ## Feeds damaged logs to the readers for FUZZ_SECONDS=60.
	FUZZING=1 $(SWIFT) build --configuration release --product Fuzzing \
	  --scratch-path .build/fuzzing
	@mkdir -p $(FUZZ_CORPUS)
	FUZZ_SEEDS=$(FUZZ_CORPUS) FUZZ_SESSIONS=Tests/Sessions .build/fuzzing/release/Fuzzing
	@# The handler of libFuzzer writes the input of a crash. Swift's handler would replace it.
	SWIFT_BACKTRACE=enable=no .build/fuzzing/release/Fuzzing -max_total_time=$(FUZZ_SECONDS) \
	  -timeout=10 -rss_limit_mb=512 -max_len=16384 -print_final_stats=1 \
	  -artifact_prefix=.build/fuzzing- $(FUZZ_CORPUS)

damage: setup ## Damages five hundred recorded sessions, recovers them, and replays the results.
	$(SWIFT) build --configuration release --product reprise
	Tests/damage.py --program .build/release/reprise

minimize: setup ## Minimizes sessions with planted faults; MINIMIZE_STEPS=150 MINIMIZE_RANDOM=5.
	@# Short sessions need no optimized build.
	@configuration=release; [ $(or $(MINIMIZE_STEPS),10000) -ge 1000 ] || configuration=debug; \
	  $(SWIFT) build --configuration $$configuration --product FaultyApp \
	  && Tests/minimize.py --program .build/$$configuration/FaultyApp \
	    --steps $(or $(MINIMIZE_STEPS),10000) --random $(or $(MINIMIZE_RANDOM),5)

reports: setup ## Makes five hundred logs fail, and reads the reports with other programs.
	$(SWIFT) build --product FaultyApp
	@# Without a network, only the checks that need junitparser are skipped.
	@[ -x .build/junitparser/bin/python ] || python3 -m venv .build/junitparser || true
	@.build/junitparser/bin/python -c 'import junitparser' 2> /dev/null \
	  || .build/junitparser/bin/pip install --quiet junitparser==5.0.3 || true
	@python=.build/junitparser/bin/python; [ -x $$python ] || python=python3; \
	  $$python Tests/reports.py --program .build/debug/FaultyApp

examples: build symbol-graphs ## Checks the documentation; CHECKS=texts selects checks.
	$(SWIFT) build --product FaultyApp
	$(SWIFT) build --target SessionReplayTesting
	python3 Tests/test_documentation.py
	python3 Tests/test_rooms.py
	python3 Tests/test_prose.py
	python3 Tests/test_sizes.py
	python3 Tests/test_release.py
	python3 Tests/documentation.py $(if $(CHECKS),--checks $(CHECKS))

command-reference: build ## Writes the command reference from the help.
	$(REPRISE) help --markdown > .build/Commands.md
	mv .build/Commands.md Documentation/Reference/Commands.md

port: setup ## Ports the app of the tests to Linux, and runs its tests.
	$(SWIFT) build --product reprise-port
	python3 Tests/port.py --program .build/debug/reprise-port

setup-page: setup ## Installs browsers, node, eslint and axe-core for the tests of the page.
	@SWIFT=$(SWIFT) Tools/setup.sh page
	@# The package contains axe-core. Without a network, the tests that need it are skipped.
	@[ -n "$$(find .build/axe -name axe.min.js 2> /dev/null)" ] \
	  || { python3 -m venv .build/axe \
	  && .build/axe/bin/pip install --quiet --no-deps axe-playwright-python==0.1.8; } || true

page: setup ## Lists the page's modules, and writes the digests of its script and style.
	python3 Tools/SessionPage/modules.py
	$(SWIFT) build --product reprise
	$(REPRISE) report -o .build/page.html --force
	python3 Tools/SessionPage/digests.py .build/page.html
	$(SWIFT) build --product reprise

limits: setup ## Runs every verb with logs that claim huge contents, within limits.
	$(SWIFT) build --configuration release --product HostileApp
	Tests/limits.py --program .build/release/HostileApp

kills: setup ## Kills recorders and other writers at random instants; KILLS=1000.
	@# A test process can start only some hundreds of other processes.
	@for from in 0 100 200 300 400; do \
	  KILLS=100 KILLS_FROM=$$from $(SWIFT) test --filter CountedKillTests || exit 1; \
	done
	$(SWIFT) build --product EffectForms
	Tests/kills.py --kills $(or $(KILLS),1000)

random-sessions: build ## Records random sessions under load, and replays them.
	TEST_TARGETS="$(EFFECT_TESTS)" $(SWIFT) build --build-tests
	MANY_EFFECTS=10000 TEST_TARGETS="$(EFFECT_TESTS)" $(SWIFT) test --skip-build \
	  --filter ManyEffectsTests
	Tests/many_effects.py --program $(REPRISE)
	TEST_TARGETS="$(EFFECT_TESTS)" Tests/random_sessions.py --program $(REPRISE) \
	  --seconds $(or $(RANDOM_SECONDS),600) --seed $(or $(RANDOM_SEED),1)

drawn-effects: setup ## Records random effects under load, and replays them; DRAWN_EFFECTS=2000.
	$(SWIFT) build --product DrawnEffects
	Tests/random_sessions.py --drawn $(or $(DRAWN_EFFECTS),2000) --seed $(or $(DRAWN_SEED),1)

references: setup ## Tests random apps that share state by reference; REFERENCE_APPS=1000.
	TEST_TARGETS=SessionReplayTests $(SWIFT) build --build-tests
	REFERENCE_APPS=$(or $(REFERENCE_APPS),1000) TEST_TARGETS=SessionReplayTests \
	  $(SWIFT) test --skip-build --filter SharedReferenceTests

explore: build ## Explores the sample app; EXPLORE_SECONDS=60 EXPLORE_SEED=1.
	$(REPRISE) explore --learn Tests/Sessions --time $(or $(EXPLORE_SECONDS),60) \
	  --seeds $(or $(EXPLORE_SEED),1).. --output .build/explored

seeds: setup ## Explores each seed alone, in ranges, in shards and in jobs; SEED_DRAWS=100.
	TEST_TARGETS=SimulationTests $(SWIFT) build --build-tests
	SEED_DRAWS=$(or $(SEED_DRAWS),100) TEST_TARGETS=SimulationTests \
	  $(SWIFT) test --skip-build --filter SeedTests

explored-faults: setup ## Plants faults that explorations must find; FAULTS="undo progress".
	python3 Tests/explored_faults.py $(if $(FAULTS),--only $(FAULTS))

replay: build ## Replays the golden sessions with their effects, and compares whole states.
	$(REPRISE) replay --paranoid --effects Tests/Sessions

optimized: setup ## Builds the optimized program, and replays the golden sessions with it.
	$(SWIFT) build --configuration release --product reprise
	.build/release/reprise replay --paranoid --effects Tests/Sessions

generated-tests: build ## Generates and runs a test of each golden session; CHECK_FAULTS=1.
	$(SWIFT) build --product FaultyApp
	python3 Tests/generated_tests.py $(if $(CHECK_FAULTS),--faults)

watch: build ## Replays the golden sessions after each change, and rebuilds changed sources.
	@SWIFT=$(SWIFT) Tools/watch.sh

mutants: setup ## Replays the golden sessions with mutants of the reducers; MUTANTS=12.
	$(SWIFT) build --product Mutants
	SWIFT=$(SWIFT) .build/debug/Mutants $(if $(MUTANTS),--share $(MUTANTS))

effect-mutants: setup ## Replays many forms of effects with mutants; EFFECT_MUTANTS=60.
	$(SWIFT) build --product Mutants
	SWIFT=$(SWIFT) .build/debug/Mutants effects \
	  $(if $(EFFECT_MUTANTS),--share $(EFFECT_MUTANTS))

example: setup ## Tests the apps of separate packages in the shell, and replays their sessions.
	cd Examples/TodoShell && mkdir -p .build && $(SWIFT) test $(PACKAGES) \
	  && $(TODO_SHELL) record .build/session.reprise --force --script Sessions/shopping.txt \
	  && $(TODO_SHELL) replay Sessions
	cd Examples/SyncUps && mkdir -p .build && $(SWIFT) test $(PACKAGES) \
	  && $(SYNC_UPS) record .build/session.reprise --force $(EDIT_SESSION) \
	  && $(SYNC_UPS) replay --effects Sessions \
	  && $(SYNC_UPS) explore --learn Sessions --seeds 1..100

service: build ## Kills a recorded service under load, and replays its logs; KILLS=5.
	python3 Tests/service.py --program $(REPRISE) $(if $(KILLS),--kills $(KILLS))

service-bench: setup ## Measures the time that a recorder adds to a step of the service.
	cd Examples/StockService && $(SWIFT) run $(PACKAGES) --configuration release StockBenchmark

bisect: setup ## Finds a faulty commit of the example with git bisect and a recorded session.
	python3 Tests/git_bisect.py

coverage: setup ## Shows the lines and branches of the reducers that no golden session runs.
	python3 Tests/reducer_coverage.py

corpus: setup ## Replays damaged and intact logs at once, in shards, with kills and a cache.
	$(SWIFT) build --product FaultyApp
	@[ -x .build/junitparser/bin/python ] || python3 -m venv .build/junitparser || true
	@.build/junitparser/bin/python -c 'import junitparser' 2> /dev/null \
	  || .build/junitparser/bin/pip install --quiet junitparser==5.0.3 || true
	@python=.build/junitparser/bin/python; [ -x $$python ] || python=python3; \
	  $$python Tests/corpus.py --program .build/debug/FaultyApp \
	    --foreign Tests/Sessions/tour.reprise $(if $(CUTS),--cuts $(CUTS))

engines: setup ## Runs the kits of Examples/CI: workflows, Slurm and GNU parallel.
	$(SWIFT) build --product FaultyApp
	python3 Tests/engines.py --program .build/debug/FaultyApp \
	  --foreign Tests/Sessions/tour.reprise

schedule: ## Computes how long the slowest of many tasks takes.
	python3 Tests/schedule.py

compatibility: setup ## Tests the modules for published code; LANGUAGE_MODE=5 or 6.
	cd Compatibility && $(SWIFT) test $(PACKAGES)
	cd Compatibility && TEST_TARGETS=EarlierTypesTests $(SWIFT) test --traits EarlierTypes \
	  --scratch-path $(CURDIR)/.build/earlier-types

page-check: setup-page build ## Tests the page in one browser.
	REPRISE=$(REPRISE) \
	  node --test $(filter-out %/damage.mjs, $(wildcard Tests/SessionPage/*.mjs))
	REPRISE=$(REPRISE) python3 Tests/SessionPage/test_page.py
	REPRISE=$(REPRISE) python3 Tests/SessionPage/test_calls.py
	REPRISE=$(REPRISE) python3 Tests/SessionPage/test_safety.py
	REPRISE=$(REPRISE) python3 Tests/SessionPage/test_effects.py
	REPRISE=$(REPRISE) python3 Tests/SessionPage/test_failures.py
	REPRISE=$(REPRISE) python3 Tests/SessionPage/test_reading.py
	REPRISE=$(REPRISE) python3 Tests/SessionPage/test_live.py
	REPRISE=$(REPRISE) python3 Tests/SessionPage/test_editing.py
	REPRISE=$(REPRISE) python3 Tests/SessionPage/test_folder.py

page-tests: page-check ## Tests the page with damaged logs, too, and in a second browser.
	REPRISE=$(REPRISE) DAMAGE_STRIDE=$(or $(DAMAGE_STRIDE),1) \
	  node --test Tests/SessionPage/damage.mjs
	REPRISE=$(REPRISE) python3 Tests/SessionPage/test_firefox.py

pictures: build ## Draws the pictures of the documentation; needs chromium, tmux, aha, graphviz.
	cd Examples/SyncUps && $(SWIFT) build $(PACKAGES)
	SWIFT=$(SWIFT) Tools/Documentation/pictures.py .build/debug
	SWIFT=$(SWIFT) Tools/Documentation/rooms.py --draw

products: setup ## Measures the first build with each library; PRODUCTS="SessionRecording Undo".
	SWIFT=$(SWIFT) python3 Tests/products.py $(PRODUCTS)

lint: symbol-graphs ## Checks formatting, sizes, imports, prose, documentation and the version.
	$(FORMAT) lint --strict --parallel --recursive $(SOURCES)
	@SWIFT=$(SWIFT) Tools/Documentation/rooms.py
	@Tools/Documentation/ideas.py
	@SWIFT=$(SWIFT) python3 Tests/products.py --check
	@Tools/Documentation/check.py $(SYMBOL_GRAPHS)
	@Tools/Documentation/prose.py
	@Tools/Documentation/sizes.py
	@Tools/Release/check.py
	@Tools/SessionPage/lint.sh

docs: symbol-graphs ## Builds a site of the documentation and the API, for any web server.
	@Tools/Documentation/build.sh $(SYMBOL_GRAPHS) $(SITE)

sanitize: setup ## Runs all tests under the thread sanitizer, then under the address sanitizer.
	@# The program's own crash handlers are tested, so the sanitizer installs none. The
	@# runtime's crash reporter starts a process, and the thread sanitizer then fails.
	SANITIZER=thread TSAN_OPTIONS='handle_segv=0 handle_sigbus=0' SWIFT_BACKTRACE=enable=no \
	  $(MAKE) test-rooms TEST_FLAGS='--sanitize=thread -Xswiftc -DTHREAD_SANITIZER \
	  --scratch-path .build/thread-sanitizer'
	@# Pointers that Swift keeps in an enumeration look like leaks; tests with weak references
	@# show that nothing leaks.
	SANITIZER=address ASAN_OPTIONS=detect_leaks=0:handle_segv=0:handle_sigbus=0 \
	  SWIFT_BACKTRACE=enable=no $(MAKE) test-rooms TEST_FLAGS='--sanitize=address \
	  --scratch-path .build/address-sanitizer'

test-rooms: setup ## Runs the tests of each room in its own process; TEST_FLAGS=….
	$(SWIFT) build --build-tests $(TEST_FLAGS)
	@# A sanitizer that ends its process ends the tests of one room only.
	@failed=; rooms=$$($(SWIFT) test list --skip-build $(TEST_FLAGS) | cut -d. -f1 | sort -u); \
	for room in $${rooms:?has no test}; do \
	  $(SWIFT) test --skip-build $(TEST_FLAGS) $(WIDTH) --filter "^$$room\." \
	    || failed="$$failed $$room"; \
	done; \
	[ -z "$$failed" ] || { echo "Failures:$$failed"; exit 1; }

nightly: ## Runs the checks that take hours.
	$(MAKE) docs examples page-tests installed dist dependency port action example service
	$(MAKE) reports corpus bisect engines
	$(MAKE) generated-tests CHECK_FAULTS=1
	$(MAKE) compatibility LANGUAGE_MODE=5
	$(MAKE) compatibility LANGUAGE_MODE=6
	$(MAKE) references mutants effect-mutants kills damage limits minimize explored-faults seeds
	$(MAKE) explore EXPLORE_SECONDS=3600 EXPLORE_SEED=$$(date +%s)
	$(MAKE) random-sessions RANDOM_SECONDS=1800 RANDOM_SEED=$$(date +%s)
	$(MAKE) drawn-effects DRAWN_SEED=$$(date +%s)
	$(MAKE) fuzz FUZZ_SECONDS=600
	HOSTILE_NUMBERS=all $(SWIFT) test \
	  --filter 'NumberTests|ExplorationMergeTests|SimulationTests'
	$(MAKE) sanitize
	$(MAKE) bench

format: ## Formats all sources in place.
	$(FORMAT) --in-place --parallel --recursive $(SOURCES)

goldens: build ## Records the golden sessions again, from their scripts.
	@for script in $(SCRIPTS)/*.txt; do \
	  data=$$(mktemp -d) && \
	  $(REPRISE) record Tests/Sessions/$$(basename $$script .txt).reprise --force --seed 1 \
	    --level effects --data-dir $$data --script $$script > /dev/null \
	  && rm -r $$data || exit 1; \
	done

build: setup
	$(SWIFT) build --product reprise

symbol-graphs: setup
	$(SWIFT) build
	@Tools/Documentation/symbol-graphs.sh .build/debug $(SYMBOL_GRAPHS) $(LIBRARIES)

setup: ## Installs missing system packages, after listing them.
	@SWIFT=$(SWIFT) Tools/setup.sh
