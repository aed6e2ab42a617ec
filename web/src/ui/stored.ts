/** What this browser keeps under a name. Where nothing may be stored, nothing is kept. */

export function stored(name: string): string {
  try {
    return localStorage.getItem(name) ?? "";
  } catch {
    return "";
  }
}

export function store(name: string, text: string): void {
  try {
    localStorage.setItem(name, text);
  } catch {
    // It is forgotten when the page is left.
  }
}
