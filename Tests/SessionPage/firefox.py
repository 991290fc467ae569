"""Controls a headless Firefox through WebDriver BiDi, without other libraries.

    with Firefox() as browser:
        page = browser.open(path.as_uri())
        page.key("j")
        page.evaluate("document.title")

Nothing here sleeps. Each wait is for a response or an event of the browser.
"""

import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import tempfile
import threading

from websocket import WebSocket

NAMES = ("firefox-esr", "firefox")
# The code points with which WebDriver names keys.
KEYS = {"ArrowDown": "\ue015", "ArrowUp": "\ue013", "ArrowLeft": "\ue012", "ArrowRight": "\ue014",
        "Enter": "\ue007", "Escape": "\ue00c", "Tab": "\ue004", "Home": "\ue011", "End": "\ue010"}
# Nothing is fetched from elsewhere, and a new profile shows no pages of its own.
PREFERENCES = {"browser.shell.checkDefaultBrowser": False, "browser.startup.page": 0,
               "app.update.enabled": False, "datareporting.policy.dataSubmissionEnabled": False,
               "toolkit.telemetry.enabled": False, "network.captive-portal-service.enabled": False,
               "network.connectivity-service.enabled": False, "extensions.update.enabled": False,
               "browser.safebrowsing.update.enabled": False}


class FirefoxError(Exception):
    """An error of the browser: it ended, rejected a command, or the page's script failed."""


def find_firefox():
    """Returns the path of a Firefox, or None. `FIREFOX` overrides the search."""
    named = os.environ.get("FIREFOX")
    return named if named else next(filter(None, map(shutil.which, NAMES)), None)


class Firefox:
    """A separate browser with an empty profile, which ends with the `with` block."""

    def __init__(self, timeout=180):
        self.timeout = timeout
        self.number = 0
        self.events = []
        self.reading = None

    def __enter__(self):
        program = find_firefox()
        if program is None:
            raise FirefoxError(
                "no Firefox found: install the package 'firefox-esr', or set FIREFOX to its path")
        self.profile = tempfile.TemporaryDirectory(prefix="page-", ignore_cleanup_errors=True)
        text = "".join(f"user_pref({json.dumps(name)}, {json.dumps(value)});\n"
                       for name, value in PREFERENCES.items())
        (pathlib.Path(self.profile.name) / "user.js").write_text(text)
        self.process = subprocess.Popen(
            [program, "--headless", "--no-remote", "--remote-debugging-port=0", "--profile",
             self.profile.name, "about:blank"], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE, text=True, env={**os.environ, "HOME": self.profile.name},
            start_new_session=True)
        try:
            port = self.port()
            # A full pipe would stop the browser.
            self.reading = threading.Thread(target=self.process.stderr.read)
            self.reading.start()
            self.socket = WebSocket(port, "/session", self.timeout)
            self.command("session.new", capabilities={})
            self.command("session.subscribe", events=["log.entryAdded"])
        except BaseException:
            self.kill()
            raise
        return self

    def port(self):
        """Reads the port from the browser's messages."""
        for line in self.process.stderr:
            found = re.search(r"WebDriver BiDi listening on ws://127\.0\.0\.1:(\d+)", line)
            if found:
                return int(found[1])
        raise FirefoxError("the browser ended")

    def __exit__(self, *_):
        self.socket.close()
        self.kill()

    def kill(self):
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        if self.reading:
            self.reading.join()
        self.process.stderr.close()
        self.profile.cleanup()

    def command(self, method, **parameters):
        """Sends a command, and returns its result. Events are stored."""
        self.number += 1
        self.socket.send(json.dumps({"id": self.number, "method": method, "params": parameters}))
        while True:
            answer = json.loads(self.socket.message())
            if answer.get("id") != self.number:
                self.events.append(answer)
            elif answer["type"] == "error":
                raise FirefoxError(f"{method}: {answer['message']}")
            else:
                return answer["result"]

    def open(self, address, width=1280, height=800):
        """Opens an address in a new page, and waits until the page is ready."""
        context = self.command("browsingContext.create", type="tab")["context"]
        page = FirefoxPage(self, context)
        page.size(width, height)
        page.go(address)
        return page


class FirefoxPage:
    """A page of the browser."""

    def __init__(self, browser, context):
        self.browser = browser
        self.context = context

    def command(self, method, **parameters):
        return self.browser.command(method, context=self.context, **parameters)

    def close(self):
        self.command("browsingContext.close")
        self.browser.events.clear()

    def size(self, width, height):
        self.command("browsingContext.setViewport", viewport={"width": width, "height": height})

    def go(self, address):
        self.command("browsingContext.navigate", url=address, wait="complete")
        self.wait("document.documentElement.dataset.ready")
        state = self.evaluate("document.documentElement.dataset.ready")
        if state != "true":
            raise FirefoxError(
                f"{address}: the page is not ready ({state}): {self.text('#message')}")

    def evaluate(self, expression):
        """Returns the value of an expression in the page, after awaiting a promise."""
        # As JSON, because the protocol describes each value with its type.
        result = self.browser.command(
            "script.evaluate", target={"context": self.context}, awaitPromise=True,
            expression=f"(async () => JSON.stringify([await ({expression})]))()")
        if result["type"] == "exception":
            raise FirefoxError(f"{expression[:200]}: {result['exceptionDetails']['text']}")
        return json.loads(result["result"]["value"])[0]

    def wait(self, condition):
        """Waits until a condition holds. It is checked whenever the page is drawn."""
        self.evaluate("new Promise((done) => { const look = () => { "
                      f"if ({condition}) done(true); else requestAnimationFrame(look); }}; "
                      "look(); })")

    def text(self, selector):
        """Returns the text of the first matching element, or None."""
        return self.evaluate(f"(document.querySelector({json.dumps(selector)}) || "
                             "{ textContent: null }).textContent")

    def texts(self, selector):
        return self.evaluate(
            f"Array.from(document.querySelectorAll({json.dumps(selector)}), "
            "(node) => node.textContent)")

    def count(self, selector):
        return self.evaluate(f"document.querySelectorAll({json.dumps(selector)}).length")

    def perform(self, kind, *actions):
        parameters = {"parameters": {"pointerType": "mouse"}} if kind == "pointer" else {}
        self.command("input.performActions",
                     actions=[{"type": kind, "id": kind, "actions": list(actions), **parameters}])

    def key(self, key):
        """Presses a key: a character, or a name such as ArrowDown."""
        value = KEYS.get(key, key)
        self.perform("key", {"type": "keyDown", "value": value}, {"type": "keyUp", "value": value})

    def type(self, text):
        """Types a text into the focused field."""
        self.perform("key", *({"type": kind, "value": character} for character in text
                              for kind in ("keyDown", "keyUp")))

    def click(self, selector):
        """Clicks in the middle of an element."""
        x, y = self.evaluate(
            f"(() => {{ const node = document.querySelector({json.dumps(selector)}); "
            "node.scrollIntoView({ block: 'nearest' }); const box = node.getBoundingClientRect(); "
            "return [Math.round(box.x + box.width / 2), Math.round(box.y + box.height / 2)]; })()")
        self.perform("pointer", {"type": "pointerMove", "x": x, "y": y},
                     {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0})

    def problems(self):
        """Returns the errors and warnings of the page, violations of its policy among them."""
        return [event["params"]["text"] for event in self.browser.events
                if event.get("method") == "log.entryAdded"
                and event["params"]["level"] in ("error", "warn")]
