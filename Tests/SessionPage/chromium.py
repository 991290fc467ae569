"""Controls a headless Chromium through its DevTools protocol, over a pipe, without libraries.

    with Chromium() as browser:
        page = browser.open(path.as_uri())
        page.key("j")
        page.evaluate("document.title")

Nothing here sleeps. Each wait is for a response or an event of the browser.
"""

import base64
import json
import os
import select
import shutil
import signal
import subprocess
import tempfile
import time

NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
FLAGS = ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
         "--no-first-run", "--disable-extensions", "--disable-background-networking",
         "--disable-component-update", "--disable-default-apps", "--disable-sync",
         "--hide-scrollbars", "--mute-audio")
# The keys that do not type a character, with their Windows key codes.
KEYS = {"ArrowDown": 40, "ArrowUp": 38, "ArrowLeft": 37, "ArrowRight": 39, "Enter": 13,
        "Escape": 27, "Tab": 9, "Home": 36, "End": 35, "PageDown": 34, "PageUp": 33, "Backspace": 8}
SHIFT = 8


class ChromiumError(Exception):
    """An error of the browser: it ended, rejected a command, or the page's script failed."""


def find_chromium():
    """Returns the path of a Chromium, or None. `CHROMIUM` overrides the search."""
    named = os.environ.get("CHROMIUM")
    return named if named else next(filter(None, map(shutil.which, NAMES)), None)


class Chromium:
    """A separate browser with an empty profile, which ends with the `with` block."""

    def __init__(self, timeout=180):
        self.timeout = timeout
        self.number = 0
        self.buffer = b""
        self.events = []

    def __enter__(self):
        program = find_chromium()
        if program is None:
            raise ChromiumError(
                "no Chromium found: install the package 'chromium', or set CHROMIUM to its path")
        self.profile = tempfile.TemporaryDirectory(prefix="page-", ignore_cleanup_errors=True)
        # The browser reads commands from descriptor 3 and writes responses to descriptor 4.
        ours_in, theirs_in = os.pipe()
        theirs_out, ours_out = os.pipe()
        self.source, self.sink = theirs_out, theirs_in
        low, high = ours_in, ours_out

        def arrange():
            # Use unused descriptors in between, so that moving one does not close the other.
            first, second = os.dup(low), os.dup(high)
            saved = (os.dup2(first, 63), os.dup2(second, 62))
            os.dup2(saved[0], 3)
            os.dup2(saved[1], 4)

        command = [program, *FLAGS, f"--user-data-dir={self.profile.name}",
                   "--remote-debugging-pipe", "about:blank"]
        self.process = subprocess.Popen(
            command, preexec_fn=arrange, pass_fds=(3, 4, low, high), stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
        os.close(low)
        os.close(high)
        return self

    def __exit__(self, *_):
        try:
            self.command("Browser.close")
            self.process.wait(10)
        except (ChromiumError, OSError, subprocess.TimeoutExpired):
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
        os.close(self.source)
        os.close(self.sink)
        self.profile.cleanup()

    def command(self, method, session=None, **parameters):
        """Sends a command, and returns its result."""
        return self.answer(self.send(method, session, **parameters), method)

    def send(self, method, session=None, **parameters):
        """Sends a command, and returns the number of its response."""
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if session:
            message["sessionId"] = session
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self.sink, data):]
        return self.number

    def answer(self, number, method):
        """Returns the result of a command that was sent. Responses to earlier ones are skipped."""
        answer = self.until(lambda found: found.get("id") == number, method)
        if "error" in answer:
            raise ChromiumError(f"{method}: {answer['error']['message']}")
        return answer["result"]

    def until(self, wanted, what):
        """Reads messages up to the requested one, and stores events."""
        end = time.monotonic() + self.timeout
        while True:
            while b"\0" in self.buffer:
                line, _, self.buffer = self.buffer.partition(b"\0")
                message = json.loads(line)
                if "id" not in message:
                    self.events.append(message)
                if wanted(message):
                    return message
            ready, _, _ = select.select([self.source], [], [], max(0, end - time.monotonic()))
            data = os.read(self.source, 1 << 20) if ready else b""
            if not data:
                raise ChromiumError(
                    f"{what}: the browser {'ended' if ready else 'does not answer'}")
            self.buffer += data

    def open(self, address, width=1280, height=800, dark=False, script=""):
        """Opens an address in a new page, and waits until the page is ready.

        A script runs before those of the page.
        """
        target = self.command("Target.createTarget", url="about:blank")["targetId"]
        session = self.command("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        page = Page(self, session, target)
        for domain in ("Page", "Runtime", "Log", "Network"):
            page.command(f"{domain}.enable")
        page.size(width, height)
        page.dark(dark)
        page.command("Page.addScriptToEvaluateOnNewDocument",
                     source=f"window.hostile = 0; {OBSERVE} {script}")
        page.go(address)
        return page


# Resolves when the page is ready, which an attribute of its root element indicates.
OBSERVE = """
window.reprisePageReady = new Promise((resolve) => {
  const look = () => {
    const root = document.documentElement;
    if (root && root.dataset.ready) resolve(root.dataset.ready);
    else return false;
    return true;
  };
  if (look()) return;
  window.addEventListener('error', (event) => resolve(event.message));
  const observer = new MutationObserver(() => { if (look()) observer.disconnect(); });
  observer.observe(document, { attributes: true, subtree: true, childList: true });
});
"""


class Page:
    """A page of the browser."""

    def __init__(self, browser, session, target):
        self.browser = browser
        self.session = session
        self.target = target

    def command(self, method, **parameters):
        return self.browser.command(method, self.session, **parameters)

    def close(self):
        self.browser.command("Target.closeTarget", targetId=self.target)
        self.browser.events = [event for event in self.browser.events
                               if event.get("sessionId") != self.session]

    def go(self, address):
        """Opens an address, and waits until its page is ready."""
        self.command("Page.navigate", url=address)
        self.browser.until(lambda event: event.get("method") == "Page.loadEventFired"
                           and event.get("sessionId") == self.session, f"opening {address}")
        state = self.evaluate("window.reprisePageReady")
        if state != "true":
            raise ChromiumError(
                f"{address}: the page is not ready ({state}): {self.text('#message')}")

    def evaluate(self, expression):
        """Returns the value of an expression in the page, after awaiting a promise."""
        result = self.command("Runtime.evaluate", expression=expression, awaitPromise=True,
                              returnByValue=True)
        if "exceptionDetails" in result:
            details = result["exceptionDetails"]
            text = details.get("exception", {}).get("description") or details["text"]
            raise ChromiumError(f"{expression[:200]}: {text}")
        return result["result"].get("value")

    def text(self, selector):
        """Returns the text of the first matching element, or None."""
        return self.evaluate(
            f"(document.querySelector({json.dumps(selector)}) || {{}}).textContent")

    def texts(self, selector):
        return self.evaluate(
            f"Array.from(document.querySelectorAll({json.dumps(selector)}), "
            "(node) => node.textContent)")

    def count(self, selector):
        return self.evaluate(f"document.querySelectorAll({json.dumps(selector)}).length")

    def key(self, key, shift=False):
        """Presses a key: a character, or a name such as ArrowDown."""
        modifiers = SHIFT if shift or (len(key) == 1 and key.isupper()) else 0
        number = KEYS.get(key, ord(key.upper()) if len(key) == 1 else 0)
        text = key if len(key) == 1 else "\r" if key == "Enter" else ""
        fields = {"key": key, "windowsVirtualKeyCode": number, "modifiers": modifiers,
                  "code": f"Key{key.upper()}" if len(key) == 1 and key.isalpha() else key}
        kind = "keyDown" if text else "rawKeyDown"
        for event in ({"type": kind, "text": text, "unmodifiedText": text}, {"type": "keyUp"}):
            number = self.browser.send("Input.dispatchKeyEvent", self.session, **event, **fields)
        self.browser.answer(number, f"the key {key}")

    def type(self, text):
        """Inserts a text into the focused field."""
        self.command("Input.insertText", text=text)

    def click(self, selector):
        """Clicks in the middle of an element."""
        place = self.evaluate(
            f"(() => {{ const node = document.querySelector({json.dumps(selector)}); "
            "node.scrollIntoView({ block: 'nearest' }); const box = node.getBoundingClientRect(); "
            "return [box.x + box.width / 2, box.y + box.height / 2]; })()")
        for kind in ("mousePressed", "mouseReleased"):
            self.command("Input.dispatchMouseEvent", type=kind, x=place[0], y=place[1],
                         button="left", clickCount=1)

    def frame(self):
        """Waits until the page has been painted."""
        self.evaluate("new Promise((done) => "
                      "requestAnimationFrame(() => requestAnimationFrame(() => done())))")

    def wait(self, condition):
        """Waits until a condition holds. It is checked whenever the page is drawn."""
        self.evaluate(
            "new Promise((done) => { const look = () => { "
            f"if ({condition}) done(); else requestAnimationFrame(look); }}; look(); }})")

    def poll(self, condition):
        """Waits until a condition holds in a page that may be hidden, and is then not drawn."""
        self.evaluate(
            "new Promise((done) => { const look = () => { "
            f"if ({condition}) done(); else setTimeout(look, 20); }}; look(); }})")

    def size(self, width, height, scale=1, mobile=False):
        self.command("Emulation.setDeviceMetricsOverride", width=width, height=height,
                     deviceScaleFactor=scale, mobile=mobile)

    def dark(self, is_dark):
        self.command("Emulation.setEmulatedMedia", features=[
            {"name": "prefers-color-scheme", "value": "dark" if is_dark else "light"},
            {"name": "prefers-reduced-motion", "value": "reduce"}])

    def screenshot(self, path):
        """Writes the visible part of the page as a PNG."""
        self.frame()
        with open(path, "wb") as file:
            file.write(
                base64.b64decode(self.command("Page.captureScreenshot", format="png")["data"]))

    def problems(self):
        """Returns the script errors of the page, and the violations of its policy."""
        found, levels = [], ("error", "warning")
        for event in self.browser.events:
            if event.get("sessionId") != self.session:
                continue
            parameters = event["params"]
            if event["method"] == "Runtime.exceptionThrown":
                details = parameters["exceptionDetails"]
                found.append(details.get("exception", {}).get("description") or details["text"])
            elif event["method"] == "Runtime.consoleAPICalled" and parameters["type"] in levels:
                found.append(" ".join(str(value.get("value")) for value in parameters["args"]))
            elif event["method"] == "Log.entryAdded" and parameters["entry"]["level"] in levels:
                found.append(parameters["entry"]["text"])
        return found

    def requests(self):
        """Returns the addresses that the page requested."""
        return [event["params"]["request"]["url"] for event in self.browser.events
                if event.get("sessionId") == self.session
                and event["method"] == "Network.requestWillBeSent"]
