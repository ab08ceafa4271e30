// Where the console is: the page tells the path below which the service is reached.

function told(name: string): string {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? "";
}

/** The path of the service, without a slash at its end: empty, or where a proxy puts it. In development it is empty. */
export const base = told("base").startsWith("{") ? "" : told("base");

/** The nonce of this page: styles that are made as it goes carry it. */
export const nonce = told("nonce");

/** Where the API is. */
export const apiBase = `${location.origin}${base}`;

/** Where the page begins: the console, or the page for those who scan. */
export const home = told("home") === "" || told("home").startsWith("{") ? `${apiBase}/` : told("home");
