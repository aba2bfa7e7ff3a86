// Keeps the app usable without a connection: its files, the solver and the packs, all of them from the first visit on. With a
// connection the host is asked first, so nobody sees an old version.

/// <reference lib="webworker" />

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));

// A host may have several sites, and all of them have the same caches.
const { scope } = worker.registration;
const CACHE = `canju-2 ${scope}`;
const LIST = "files.json";

/** Keeps all that `files.json` names, unless what is kept is of this version. */
async function keepAll() {
  const cache = await caches.open(CACHE);
  const [fresh, kept] = [await fetch(LIST, { cache: "no-cache" }), await cache.match(LIST)];
  if (!fresh.ok) throw new Error(`${LIST}: ${fresh.status}`);
  const copy = fresh.clone(), { version, files } = await fresh.json();
  if (kept && (await kept.json()).version === version) return;
  await cache.addAll(files.map((/** @type {string} */ name) => new Request(name, { cache: "no-cache" })));
  const named = new Set(files.map((/** @type {string} */ name) => new URL(name, scope).href));
  for (const { url } of await cache.keys()) if (!named.has(url)) await cache.delete(url);
  // Last, so that what was broken off is begun again.
  await cache.put(LIST, copy);
}

worker.addEventListener("install", (event) => {
  event.waitUntil(keepAll());
  worker.skipWaiting();
});

worker.addEventListener("activate", (event) => {
  const old = async () => {
    for (const name of await caches.keys()) if (name.startsWith("canju-") && name.endsWith(` ${scope}`) && name !== CACHE) await caches.delete(name);
    await worker.clients.claim();
  };
  event.waitUntil(old());
});

/**
 * The host's answer, kept for later if it is one of the app's files and new; without a host, what was kept.
 * @param {Request} request
 */
async function answer(request) {
  const cache = await caches.open(CACHE), kept = await cache.match(request);
  try {
    const fresh = await fetch(request);
    // What has the same tag is the same, and is not written once more.
    const tag = fresh.headers.get("etag");
    if (fresh.ok && kept && (!tag || tag !== kept.headers.get("etag"))) await cache.put(request, fresh.clone());
    return fresh;
  } catch (error) {
    const page = kept ?? (request.mode === "navigate" ? await cache.match("./") : undefined);
    if (page) return page;
    throw error;
  }
}

// A page that has begun asks whether there is a newer version. A page that was being loaded when this worker became active is not among
// those that it took over then.
worker.addEventListener("message", (event) => event.waitUntil(Promise.all([worker.clients.claim(), keepAll().catch(() => {})])));

worker.addEventListener("fetch", (event) => {
  const isOurs = event.request.url.startsWith(scope);
  if (event.request.method === "GET" && isOurs) event.respondWith(answer(event.request));
});
