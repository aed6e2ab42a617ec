/** Texts that several pages use. */
export const common = {
  startPage: "Start page",
  connecting: "Connecting …",
  close: "Close",
  dismiss: "Dismiss",
  /** The title of a browser tab. */
  title: (page: string) => `${page} · Vigil`,
};
