/** Saves a file on the user's machine. */
export function save(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = url;
  link.download = name.replace(/[\\/:*?"<>|\p{Cc}]/gu, "_");
  link.click();
  URL.revokeObjectURL(url);
}
