/**
 * The browser's own notices, while a page is open in the background. They are asked for by a button, never by
 * themselves, and can be turned off again.
 */

import { go } from "../router.svelte";

const KEPT = "vigil-alerts";

const isSupported = "Notification" in globalThis;

function kept(): boolean {
  try {
    return localStorage.getItem(KEPT) === "yes";
  } catch {
    return false; // Where nothing may be stored, nothing is shown until it is asked for again.
  }
}

const state = $state({ wanted: kept(), permission: isSupported ? Notification.permission : "denied" });

function want(wanted: boolean): void {
  state.wanted = wanted;
  try {
    localStorage.setItem(KEPT, wanted ? "yes" : "no");
  } catch {
    // It lasts until the page is left.
  }
}

export const alerts = {
  isSupported,
  get isOn(): boolean {
    return state.wanted && state.permission === "granted";
  },
  get isBlocked(): boolean {
    return state.permission === "denied";
  },
  /** To be called from a click: browsers ask only then. */
  async turnOn(): Promise<void> {
    if (!isSupported) return;
    state.permission = await Notification.requestPermission();
    want(state.permission === "granted");
  },
  turnOff(): void {
    want(false);
  },
  /** Shows a notice where nobody looks at the page. One with the same tag takes the place of the one before. */
  show(text: string, address: string, tag: string): void {
    if (this.isOn && document.hidden) void show(text, address, tag);
  },
};

async function show(text: string, address: string, tag: string): Promise<void> {
  const options = { body: text, tag, icon: "/icon-192.png", data: { address } };
  try {
    const notice = new Notification("Vigil", options);
    notice.onclick = () => {
      window.focus();
      go(address);
      notice.close();
    };
  } catch {
    // Phones show notices of a service worker only, which answers the click.
    if (!("serviceWorker" in navigator)) return;
    const registration = await navigator.serviceWorker.getRegistration();
    await registration?.showNotification("Vigil", options);
  }
}
