import { defineConfig } from "vitest/config";

// Rules without a browser: texts to amounts and dates, keys, what a pasted table means.
export default defineConfig({ test: { include: ["src/**/*.test.ts"], environment: "node" } });
