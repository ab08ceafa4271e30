// Keeps the page for those who scan, so that it opens without a network. It answers for that page and its files alone: what the
// API says is never kept here. The build puts in the files, and the service the path where it is reached.

// Joined with plus signs: the service replaces its mark wherever it stands, in a template, too.
const base = "{base}";
const build = "{build}";
/** What the page loads at once. */
const files = [/* {files} */];
const page = base + "/scan";
const name = `countinghouse-scan-${build}`;

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches.open(name).then((cache) => cache.addAll([page, ...files.map((file) => base + "/" + file)])),
  );
});

self.addEventListener("activate", (event) => {
  const isOld = (other) => other.startsWith("countinghouse-scan-") && other !== name;
  event.waitUntil(
    caches
      .keys()
      .then((all) => Promise.all(all.filter(isOld).map((other) => caches.delete(other))))
      .then(() => self.clients.claim()),
  );
});

// Only when somebody lets it in: a page is never changed under the hands of who works with it.
self.addEventListener("message", (event) => {
  if (event.data === "take over") void self.skipWaiting();
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (request.mode === "navigate") {
    if (pathname === page || pathname.startsWith(`${page}/`)) event.respondWith(kept(page, request));
  } else if (pathname.startsWith(base + "/console/")) event.respondWith(kept(request, request));
});

/** What is kept; else from the network, and then kept: the name of a file tells what is in it. */
async function kept(as, request) {
  const cache = await caches.open(name);
  const found = await cache.match(as, { ignoreVary: true });
  if (found) return found;
  const answer = await fetch(request);
  if (answer.ok && as !== page) await cache.put(as, answer.clone());
  return answer;
}
