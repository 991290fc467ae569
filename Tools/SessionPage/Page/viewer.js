/** Lets the user select a log or drop one on the page. It is read here and sent nowhere. */
export function acceptFiles(input, root, open) {
  input.addEventListener('change', () => {
    if (input.files.length > 0) open(input.files[0]);
    input.value = '';
  });
  let depth = 0;
  const hasFiles = (event) => Array.from(event.dataTransfer.types).includes('Files');
  const mark = (change) => {
    depth = change === 0 ? 0 : depth + change;
    root.classList.toggle('dropping', depth > 0);
  };
  document.addEventListener('dragenter', (event) => { if (hasFiles(event)) mark(1); });
  document.addEventListener('dragleave', (event) => { if (hasFiles(event)) mark(-1); });
  document.addEventListener('dragover',
    (event) => { if (hasFiles(event)) event.preventDefault(); });
  document.addEventListener('drop', (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    mark(0);
    if (event.dataTransfer.files.length > 0) open(event.dataTransfer.files[0]);
  });
}

/** Returns the bytes of a file. */
export async function readFile(file) {
  return new Uint8Array(await file.arrayBuffer());
}
