/** Hands a file to the browser to keep, under this name. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // The browser has read the bytes by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
