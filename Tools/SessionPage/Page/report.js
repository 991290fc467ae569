// The values of a log that the program omits.
const NO_LOG = { log: null, result: null, screens: null, bytes: 0 };

/** Returns the report in the page, or that of an empty viewer if there is none. */
export function pageReport() {
  const node = document.getElementById('report');
  const empty = {
    title: 'Reprise', program: '', logs: [], overview: null, live: null, folder: null,
    message: null,
  };
  if (node === null) return empty;
  const report = { ...empty, ...JSON.parse(node.textContent) };
  report.logs = reportLogs(report.logs);
  return report;
}

/** Returns the logs of a report with the values that the program omits. */
export function reportLogs(logs) {
  return logs.map((log) => ({ path: log.name, ...NO_LOG, ...log }));
}

/** Returns the bytes of a data element, which are encoded as Base64. */
export function pageBytes(id) {
  const node = document.getElementById(id);
  if (node === null) throw new Error(`the page has no data '${id}'`);
  return decodeBase64(node.textContent);
}

/** Returns the bytes of a Base64 text. */
export function decodeBase64(text) {
  const binary = atob(text.trim());
  const bytes = new Uint8Array(binary.length);
  for (let index = 0; index < binary.length; index += 1) bytes[index] = binary.charCodeAt(index);
  return bytes;
}

/** Returns the contents of a data element with deflated JSON. */
export async function pageJSON(id) {
  const stream = new Blob([pageBytes(id)]).stream()
    .pipeThrough(new DecompressionStream('deflate-raw'));
  return new Response(stream).json();
}
