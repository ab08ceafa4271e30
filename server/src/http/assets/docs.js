// The API's page: Swagger UI in the colours that the reader's system prefers, with a filter that finds words of operations.
"use strict";

const dark = window.matchMedia("(prefers-color-scheme: dark)");
const paint = () => document.documentElement.classList.toggle("dark-mode", dark.matches);
dark.addEventListener("change", paint);
paint();

// All words of the filter must stand in an operation's tag, path, name, summary or description.
const findsWords = () => ({
  fn: {
    opsFilter(tags, phrase) {
      const words = phrase.toLowerCase().split(/\s+/);
      const isMeant = (tag) => (row) => {
        const told = ["summary", "description", "operationId"].map((name) => row.getIn(["operation", name]) || "");
        const text = [tag, row.get("method"), row.get("path"), ...told].join(" ").toLowerCase();
        return words.every((word) => text.includes(word));
      };
      return tags
        .map((group, tag) => group.update("operations", (rows) => rows.filter(isMeant(tag))))
        .filter((group) => group.get("operations").size > 0);
    },
  },
});

window.ui = SwaggerUIBundle({
  // Relative, so that a path prefix of a reverse proxy does not matter.
  url: "../openapi.json",
  dom_id: "#swagger-ui",
  deepLinking: true,
  displayOperationId: true,
  displayRequestDuration: true,
  docExpansion: "none",
  defaultModelsExpandDepth: 0,
  filter: true,
  onComplete() {
    const filter = document.querySelector(".operation-filter-input");
    filter?.setAttribute("placeholder", "Filter by words, such as: void, or: post batch");
  },
  persistAuthorization: true,
  plugins: [findsWords],
  tryItOutEnabled: false,
  validatorUrl: null,
});
