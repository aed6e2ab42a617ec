/** Keeps the page for times without a network, and says when the server has a newer one. */

import { reach } from "../api/reach.svelte";
import { connection } from "../strings";
import { notify } from "../ui/toasts.svelte";

const WORKER = "/service-worker.js";
/** A table may stay open for days: how often the server is asked for a newer page, in milliseconds. */
const ASK_EVERY = 3_600_000;

const ownVersion = (): string => document.querySelector<HTMLMetaElement>("meta[name=version]")?.content ?? "";

function announce(): void {
  notify(connection.newVersion, "warning", { label: connection.reloadNow, run: () => location.reload() });
}

export function startOffline(): void {
  // A part of the page that is gone from the server: another version was put there since this page was loaded.
  addEventListener("vite:preloadError", () => void reach.ask().then(() => !reach.isLost && announce()));
  // Browsers have no service workers at plain http addresses other than localhost.
  if (!("serviceWorker" in navigator)) return;
  navigator.serviceWorker.addEventListener("message", ({ data }: MessageEvent<{ kind?: string; version?: string }>) => {
    if (data.kind === "version" && data.version !== ownVersion()) announce();
  });
  navigator.serviceWorker.register(WORKER).then(
    (registration) => setInterval(() => void registration.update().catch(() => {}), ASK_EVERY),
    () => {}, // Where nothing may be stored, the page works as long as the server is there.
  );
}
