import { type Reading, ask, useAll } from "./records";
import type { components } from "./schema";

/** Lines that entries begin with, shared by everybody who writes entries. */
export type Template = components["schemas"]["EntryTemplateView"];
/** A template as the API takes it. */
export type TemplateInput = components["schemas"]["EntryTemplateInput"];

const PATH = "/accounting/entry-templates";

/** All templates, by name. */
export const useTemplates = (): Reading<Template[]> => useAll<Template>("entries", PATH);

/** Keeps a template: a new one, or in the place of one. */
export const keepTemplate = (body: TemplateInput, old: Template | undefined, key: string): Promise<unknown> =>
  old ? ask("PUT", `${PATH}/${old.id}`, { body, key, version: old.version }) : ask("POST", PATH, { body, key });

/** Gives a template another name. */
export const renameTemplate = ({ id, version }: Template, name: string, key: string): Promise<unknown> =>
  ask("PUT", `${PATH}/${id}`, { body: { name }, key, version });

/** Deletes a template. */
export const deleteTemplate = ({ id, version }: Template, key: string): Promise<unknown> => ask("DELETE", `${PATH}/${id}`, { key, version });
