import { type ChildProcess, spawn } from "node:child_process";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { databaseOfTest, newDatabase, program } from "./template";

/** The password of all users of the demo. */
export const PASSWORD = "countinghouse-demo";

/** A service of one's own with the demo's books. */
export interface Service {
  url: string;
  /** Calls the API as a user; an answer that is no success fails the test with its text. */
  call: <T = any>(user: string, method: string, path: string, body?: unknown) => Promise<T>; // eslint-disable-line
  stop: () => Promise<void>;
  /** What it has written to its log, the end of it. */
  log: () => string;
}

/** Starts a service on a copy of the demo's books, or on none, and waits until it answers. */
export async function startService(books: "demo" | "none" = "demo"): Promise<Service> {
  const data = mkdtempSync(join(tmpdir(), "countinghouse-service-"));
  if (books === "demo") cpSync(process.env["COUNTINGHOUSE_TEMPLATE"] ?? "", data, { recursive: true });
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(program, books === "demo" ? ["serve", "--demo"] : ["serve"], {
    env: {
      ...process.env,
      COUNTINGHOUSE_DATA: data,
      COUNTINGHOUSE_LISTEN: `127.0.0.1:${port}`,
      DATABASE_URL: (books === "demo" ? databaseOfTest : newDatabase)(`console_${port}_${process.pid}`),
    },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let log = "";
  child.stderr.on("data", (part: Buffer) => (log = (log + part.toString()).slice(-4_000)));
  await ready(url, child, () => log);
  const tokens = new Map<string, string>();
  return {
    url,
    log: () => log,
    async call(user, method, path, body) {
      let token = tokens.get(user);
      if (!token) {
        const form = new URLSearchParams({ grant_type: "password", username: user, password: PASSWORD });
        const answer = await fetch(`${url}/api/v1/auth/token`, { method: "POST", body: form });
        if (!answer.ok) throw new Error(`no token for ${user}: ${await answer.text()}`);
        token = ((await answer.json()) as { access_token: string }).access_token;
        tokens.set(user, token);
      }
      const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json", Prefer: "return=representation" };
      const init: RequestInit = { method, headers };
      if (body !== undefined) init.body = JSON.stringify(body);
      const answer = await fetch(`${url}/api/v1${path}`, init);
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${method} ${path} as ${user}: ${answer.status} ${text}`);
      return text === "" ? undefined : JSON.parse(text);
    },
    async stop() {
      const ended = new Promise((resolve) => child.once("exit", resolve));
      child.kill();
      await ended;
      rmSync(data, { recursive: true, force: true });
    },
  };
}

async function ready(url: string, child: ChildProcess, log: () => string): Promise<void> {
  const until = Date.now() + 60_000;
  while (Date.now() < until) {
    if (child.exitCode !== null) throw new Error(`the service ended: ${log()}`);
    const answer = await fetch(`${url}/readyz`).catch(() => null);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`the service is not ready: ${log()}`);
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => (typeof address === "object" && address ? resolve(address.port) : reject(new Error("no port"))));
    });
  });
}
