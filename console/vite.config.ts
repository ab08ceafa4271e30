import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

// The page names its files below `{base}`, which the server replaces by the path where it is reached; files name one another
// by where they lie. Nothing else of the build depends on where the console will be.
const service = process.env["COUNTINGHOUSE_URL"] ?? "http://127.0.0.1:8080";

export default defineConfig({
  plugins: [react()],
  base: "./",
  build: {
    outDir: "dist",
    emptyOutDir: true,
    assetsDir: "console",
    manifest: "manifest.json",
    target: "es2022",
    // A list of what each screen needs would stand in what is loaded first, and grow with each screen. The browser finds it when it
    // reads the screen; styles must be named, so that nothing is shown without them.
    modulePreload: { polyfill: false, resolveDependencies: (_, files, { hostType }) => (hostType === "html" ? files : files.filter((file) => file.endsWith(".css"))) },
    // Fonts and icons are files of their own: the policy of the page takes data only in images.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    // The console, and the page for those who scan.
    rolldownOptions: { input: ["index.html", "scan.html"] },
  },
  // Beside a running service; it takes changes only from pages of its own address.
  // The table of GS1's identifiers lies beside the service's reader of labels.
  server: { fs: { allow: [".."] }, proxy: { "/api": { target: service, headers: { origin: service } } } },
});
