import { defineConfig } from "vitest/config";

// Jobs of people in Debian's Chromium against a running service, one after another: see tests/browser.ts.
export default defineConfig({
  test: {
    include: ["tests/**/*.test.ts"],
    globalSetup: ["tests/template.ts"],
    environment: "node",
    testTimeout: 60_000,
    hookTimeout: 60_000,
    fileParallelism: false,
    sequence: { concurrent: false },
  },
});
