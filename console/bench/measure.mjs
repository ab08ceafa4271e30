// How the benchmark of the console measures: what the browser itself says of interactions, paints and shifts.

/** Notes in each document how long interactions take to their next paint, and how much the page shifts. Before the first page. */
export async function observe(context) {
  await context.addInitScript(() => {
    const kept = { events: [], shift: 0 };
    globalThis.benchKept = kept;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if (entry.interactionId) kept.events.push([entry.interactionId, entry.duration, entry.name]);
    }).observe({ type: "event", durationThreshold: 16, buffered: true });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if (!entry.hadRecentInput) kept.shift += entry.value;
    }).observe({ type: "layout-shift", buffered: true });
  });
}

/** The durations of the interactions since the last time. The browser lists those of 16 ms and more: the others count as 8. */
export async function interactions(page) {
  // The observer is told a little after the paint.
  await page.waitForTimeout(250);
  return page.evaluate(() => {
    const longest = new Map();
    for (const [id, duration] of globalThis.benchKept.events.splice(0)) longest.set(id, Math.max(longest.get(id) ?? 0, duration));
    const all = performance.interactionCount ?? 0;
    const others = Math.max(0, all - (globalThis.benchKept.counted ?? 0) - longest.size);
    globalThis.benchKept.counted = all;
    return [...longest.values(), ...Array.from({ length: others }, () => 8)];
  });
}

/** How much has shifted since the document began. */
export const shift = (page) => page.evaluate(() => globalThis.benchKept.shift);

/** How the service is asked. */
export async function signedIn(url, user) {
  const form = new URLSearchParams({ grant_type: "password", username: user, password: "countinghouse-demo" });
  const token = (await (await fetch(`${url}/api/v1/auth/token`, { method: "POST", body: form })).json()).access_token;
  return async (method, path, body) => {
    const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json", Prefer: "return=representation" };
    const answer = await fetch(`${url}/api/v1${path}`, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return text === "" ? undefined : JSON.parse(text);
  };
}

/** The value below which so many of a hundred lie. */
export function percentile(values, percent) {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? 0;
}

let missed = 0;

/** Prints a figure beside its budget. */
export function print(name, value, budget) {
  const isMissed = typeof budget === "number" && Number(value) > budget;
  if (isMissed) missed += 1;
  console.log(`${name.padEnd(64)} ${String(value).padStart(8)}   ${budget === undefined ? "" : `budget ${budget}${isMissed ? "  MISSED" : ""}`}`);
}

/** How many budgets were missed. */
export const missedCount = () => missed;

/** Milliseconds from now until this holds. */
export async function timed(run) {
  const began = performance.now();
  await run();
  return performance.now() - began;
}

/** Thirty seconds of the wheel over a list: frames drawn, and those that came late. */
export const wheel = (page, milliseconds = 30_000) =>
  page.evaluate(async (lasts) => {
    const list = document.querySelector(".list");
    const times = [];
    let last = performance.now();
    const until = last + lasts;
    await new Promise((resolve) => {
      const frame = (now) => {
        times.push(now - last);
        last = now;
        list.scrollTop += 90;
        if (now < until) requestAnimationFrame(frame);
        else resolve();
      };
      requestAnimationFrame(frame);
    });
    return { count: times.length, slow: times.filter((time) => time > 25).length, rows: list.querySelectorAll("tr[data-row]").length };
  }, milliseconds);
