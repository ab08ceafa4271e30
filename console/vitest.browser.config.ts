import { defineConfig } from "vitest/config";

// Jobs of people in Debian's Chromium against a running service: see tests/browser.ts. Each file has a service of its own, and
// two run at a time.
export default defineConfig({
  test: {
    include: ["tests/**/*.test.ts"],
    globalSetup: ["tests/template.ts"],
    environment: "node",
    testTimeout: 300_000,
    hookTimeout: 180_000,
    // What is asked again and again until it holds may take as long as a page on a busy machine.
    expect: { poll: { timeout: 15_000 } },
    maxWorkers: 2,
    sequence: { concurrent: false },
  },
});
