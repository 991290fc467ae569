"""Checks that run in the page: the contrast of text, and the controls that a keyboard reaches."""

import os
import pathlib

# The roles that a screen reader announces by name.
UNNAMED_ROLES = {"button", "link", "textbox", "searchbox", "combobox", "listbox", "tree", "tab",
                 "tablist", "slider", "dialog", "checkbox", "option", "treeitem", "meter", "table",
                 "DisclosureTriangle", "region"}

# Whether the selected row is visible.
IN_SIGHT = """
(() => {
  const list = document.querySelector('#steps').getBoundingClientRect();
  const row = document.querySelector('#steps [aria-selected=true]').getBoundingClientRect();
  return row.top >= list.top - 1 && row.bottom <= list.bottom + 1;
})()
"""

# Finds the texts whose contrast with their background is below 4.5:1.
CONTRAST = """
(() => {
  const numbers = (color) => {
    const found = color.match(/[\\d.]+/g).map(Number);
    return found.length === 3 ? [...found, 1] : found;
  };
  const over = (front, back) => front.slice(0, 3)
    .map((part, index) => part * front[3] + back[index] * (1 - front[3]));
  const light = (color) => {
    const [r, g, b] = color.map((part) => {
      const share = part / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const background = (node) => {
    const layers = [];
    for (let each = node; each; each = each.parentElement) {
      layers.unshift(numbers(getComputedStyle(each).backgroundColor));
    }
    return layers.reduce((back, layer) => over(layer, back), [255, 255, 255]);
  };
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode.parentElement;
    const text = walker.currentNode.textContent.trim();
    if (text === '' || node.closest('script, style, noscript, datalist')) continue;
    if (!node.checkVisibility()) continue;
    const back = background(node);
    const front = over(numbers(getComputedStyle(node).color), back);
    const [high, low] = [light(front), light(back)].sort((a, b) => b - a);
    const ratio = (high + 0.05) / (low + 0.05);
    if (ratio < 4.5) found.push(`${text.slice(0, 40)}: ${ratio.toFixed(2)} in .${node.className}`);
  }
  return found;
})()
"""

# Numbers all visible controls that Tab must reach, and returns the numbers.
FOCUSABLE = """
Array.from(document.querySelectorAll('button, input, select, summary, a[href], [tabindex="0"]'))
  .filter((node) => !node.disabled && node.tabIndex >= 0 && node.checkVisibility()
    && getComputedStyle(node).visibility === 'visible')
  .map((node, index) => {
    node.dataset.tabNumber = String(index + 1);
    return node.dataset.tabNumber;
  })
"""

# Finds the visible controls that are smaller than 44 pixels in a direction.
SMALL_TARGETS = """
Array.from(document.querySelectorAll('button, input, select, summary, a[href], '
  + '[role=option]:not([aria-disabled]), [role=treeitem], [role=tab], [role=slider], '
  + '.fold:not(:empty), .calls'))
  .filter((node) => node.checkVisibility() && node.getClientRects().length > 0)
  .filter((node) => !document.querySelector('dialog[open]') || node.closest('dialog[open]'))
  .map((node) => [node, node.getBoundingClientRect()])
  .filter(([, box]) => box.width < 43.5 || box.height < 43.5)
  .map(([node, box]) => `${node.tagName} ${node.id} ${node.className} `
    + `'${node.textContent.slice(0, 30)}': ${Math.round(box.width)} x ${Math.round(box.height)}`)
"""

AXE_FOLDER = pathlib.Path(__file__).resolve().parents[2] / ".build" / "axe"


def find_axe():
    """Returns the path of axe-core, or None. If `CI` is true, a missing one is an error."""
    found = next(AXE_FOLDER.rglob("axe.min.js"), None)
    if found is None and os.environ.get("CI") == "true":
        raise AssertionError("axe-core is not installed")
    return found


def axe_findings(page):
    """Returns the rules of axe-core that a page violates, with the elements that do."""
    if not page.evaluate("typeof window.axe === 'object'"):
        page.evaluate(f"(() => {{ {find_axe().read_text()} }})()")
    return page.evaluate(
        "window.axe.run().then(({ violations }) => violations.flatMap(({ id, nodes }) => "
        "nodes.map((node) => `${id}: ${node.html.slice(0, 200)}`)))")
