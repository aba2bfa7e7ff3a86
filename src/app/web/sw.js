// Keeps the app usable without a connection, for what was loaded once: its files and the packs. With a connection the server
// is asked first, so nobody sees an old version; answers of the solver are never kept.

/// <reference lib="webworker" />

const CACHE = "canju-1";
const FILES = ["/"];

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));

worker.addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES)));
  worker.skipWaiting();
});

worker.addEventListener("activate", (event) => {
  const old = async () => {
    for (const name of await caches.keys()) if (name !== CACHE) await caches.delete(name);
    await worker.clients.claim();
  };
  event.waitUntil(old());
});

/**
 * The server's answer, kept for later; without a server, what was kept.
 * @param {Request} request
 */
async function answer(request) {
  const cache = await caches.open(CACHE);
  try {
    const fresh = await fetch(request);
    if (fresh.ok) await cache.put(request, fresh.clone());
    return fresh;
  } catch (error) {
    const kept = await cache.match(request);
    if (kept) return kept;
    throw error;
  }
}

/** @type {(address: string) => boolean} */
const isKept = (address) => {
  const { origin, pathname } = new URL(address);
  return origin === worker.location.origin && (!pathname.startsWith("/api/") || pathname.startsWith("/api/packs"));
};

// The page says what it had loaded before this worker was there.
worker.addEventListener("message", (event) => {
  const addresses = /** @type {string[]} */ (event.data).filter(isKept);
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll([...FILES, ...addresses])));
});

worker.addEventListener("fetch", (event) => {
  if (event.request.method === "GET" && isKept(event.request.url)) event.respondWith(answer(event.request));
});
