/**
 * Whether the server knows who this is. Its cookie is hidden from scripts, so the page remembers that it has got one:
 * strangers are not asked for, because asking would make a guest of everybody who looks.
 */

const KEPT = "vigil-known";

let isKnown = recall();

function recall(): boolean {
  try {
    return localStorage.getItem(KEPT) === "yes";
  } catch {
    return false; // It is found out by what is done next.
  }
}

function keep(known: boolean): void {
  isKnown = known;
  try {
    if (known) localStorage.setItem(KEPT, "yes");
    else localStorage.removeItem(KEPT);
  } catch {
    // It lasts until the page is left.
  }
}

export const session = {
  get isKnown(): boolean {
    return isKnown;
  },
  /** Called when the server has said who this is. */
  onknown: (): void => {},
  /** The server knows who this is: it has answered with a name, or done something for somebody. */
  note(): void {
    if (!isKnown) keep(true);
    this.onknown();
  },
  forget(): void {
    keep(false);
  },
};
