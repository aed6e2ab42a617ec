/**
 * Keeps the page itself, so that it opens without a network: cards, rules and downloaded replays need no server.
 *
 * Whoever has a network gets the newest page: the worker only steps in when the server does not answer. Answers of the
 * API are never kept. `plugins/offline.ts` puts VERSION and FILES in front of this script.
 */

/** Of all files of this build. */
declare const VERSION: string;
/** Addresses of all files of the page. */
declare const FILES: readonly string[];

const worker = self as unknown as ServiceWorkerGlobalScope;
const PREFIX = "vigil-";
const CACHE = PREFIX + VERSION;
const SHELL = "/index.html";
/** What is built has a hash of its content in its name. */
const NEVER_CHANGES = "/assets/";
/** Milliseconds that the server has to answer before the kept page is shown. */
const PATIENCE = 4000;
const TOO_MANY_REQUESTS = 429;

worker.addEventListener("install", (event) => {
  event.waitUntil(keepFiles());
});

worker.addEventListener("activate", (event) => {
  event.waitUntil(takeOver());
});

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== worker.location.origin) return;
  const isFile = /\.\w+$/.test(pathname) && !pathname.startsWith("/people/");
  const isPage = request.mode === "navigate" && !pathname.startsWith("/api/") && !isFile;
  if (isPage) event.respondWith(page(request));
  else if (pathname.startsWith(NEVER_CHANGES) || FILES.includes(pathname)) event.respondWith(kept(request));
});

/** A notice that was shown on a phone: its page comes to the front. */
worker.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const { address } = event.notification.data as { address: string };
  event.waitUntil(show(address));
});

async function show(address: string): Promise<void> {
  const [page] = await worker.clients.matchAll({ type: "window" });
  if (!page) await worker.clients.openWindow(address);
  else await (await page.focus()).navigate(address);
}

async function keepFiles(): Promise<void> {
  const cache = await caches.open(CACHE);
  await cache.addAll(
    FILES.map((path) => new Request(path, { cache: path.startsWith(NEVER_CHANGES) ? "default" : "reload" })),
  );
  await worker.skipWaiting();
}

/** Pages that are still open may need the files of the version before; what is older goes. */
async function takeOver(): Promise<void> {
  const older = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE);
  await Promise.all(older.slice(0, -1).map((name) => caches.delete(name)));
  await worker.clients.claim();
  for (const client of await worker.clients.matchAll()) client.postMessage({ kind: "version", version: VERSION });
}

/** From the server; the kept page where it does not answer, or a proxy says that it is not there. */
async function page(request: Request): Promise<Response> {
  try {
    const answer = await fetch(request, { signal: AbortSignal.timeout(PATIENCE) });
    if (answer.status < 500 && answer.status !== TOO_MANY_REQUESTS) return answer;
  } catch {
    // There is no network, or no server.
  }
  const cache = await caches.open(CACHE);
  return (await cache.match(SHELL)) ?? Response.error();
}

/** Of this version; else of the one before, for pages that are still open; else from the server. */
async function kept(request: Request): Promise<Response> {
  const cache = await caches.open(CACHE);
  return (await cache.match(request)) ?? (await caches.match(request)) ?? fetch(request);
}
