# Every target sets up what it needs, on a clean clone too.

SWIFT ?= swift
SOURCES = Package.swift Core Features Tools Tests
FORMAT = $(SWIFT) format
REPRISE = .build/debug/reprise
DEMO = .build/demo
SCRIPTS = Tests/Sessions/Scripts

.PHONY: run test bench replay lint format goldens packages build help

help: ## Lists the targets.
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*##/\t/' | expand -t 10

run: build ## Records a session of the sample app and replays it.
	@rm -rf $(DEMO)
	@mkdir -p $(DEMO)
	$(REPRISE) record $(DEMO)/tour.reprise --data-dir $(DEMO)/data --script $(SCRIPTS)/tour.txt
	$(REPRISE) replay $(DEMO)/tour.reprise

test: packages ## Builds everything and runs all tests.
	$(SWIFT) test

bench: packages ## Measures what things cost, each beside a yardstick; BENCH_FLAGS=--json.
	$(SWIFT) build --configuration release --product Benchmarks
	.build/release/Benchmarks $(BENCH_FLAGS)

replay: build ## Replays the golden sessions.
	$(REPRISE) replay Tests/Sessions

lint: ## Checks formatting, documentation and style.
	$(FORMAT) lint --strict --parallel --recursive $(SOURCES)

format: ## Formats all sources in place.
	$(FORMAT) --in-place --parallel --recursive $(SOURCES)

goldens: build ## Records the golden sessions anew, from their scripts.
	@for script in $(SCRIPTS)/*.txt; do \
	  data=$$(mktemp -d) && \
	  $(REPRISE) record Tests/Sessions/$$(basename $$script .txt).reprise --force --seed 1 \
	    --data-dir $$data --script $$script > /dev/null && rm -r $$data || exit 1; \
	done

build: packages
	$(SWIFT) build --product reprise

packages:
	@Tools/install-packages.sh
