import { type Reading, ask, useAll } from "./records";
import type { components } from "./schema";
import { may } from "./session";

/** A change of a policy, of duties, of a role or of somebody's rights: proposed, made, or not made. */
export type ControlChange = components["schemas"]["ControlChangeView"];

/** Changes of controls, oldest first. */
export const useControlChanges = (query: { status?: string; subject?: string } = {}): Reading<ControlChange[]> =>
  useAll<ControlChange>("controls", "/control-changes", may("controlChanges:read"), query);

const NOUNS: Record<ControlChange["subjectType"], string> = {
  approvalPolicy: "Approval policy",
  organization: "Duties of the organization",
  role: "Role",
  membership: "Rights",
};
const DOES: Record<ControlChange["action"], [proposed: string, made: string]> = {
  create: ["to be made", "made"],
  update: ["to change", "changed"],
  delete: ["to be deleted", "deleted"],
};

const GIVES: typeof DOES = { create: ["to be given", "given"], update: ["to change", "changed"], delete: ["to be taken", "taken"] };

/** What it is about, in a few words: `Approval policy “Above 1,000” to be made`. */
export function controlTitle(change: Pick<ControlChange, "action" | "subjectType" | "status" | "before" | "after">, who?: string): string {
  const state = (change.after ?? change.before) as { name?: unknown } | null;
  const name = typeof state?.name === "string" ? ` “${state.name}”` : who ? ` of ${who}` : "";
  const word = (change.subjectType === "membership" ? GIVES : DOES)[change.action][change.status === "made" ? 1 : 0];
  return `${NOUNS[change.subjectType]}${name} ${word}`;
}

interface Sending {
  id: string;
  version: number;
  key: string;
}

/** Decides a proposal, in the version that was looked at: its maker may only withdraw it. */
export async function decideControl(act: "approve" | "reject" | "withdraw", { id, version, key }: Sending, reason?: string): Promise<void> {
  await ask("POST", `/control-changes/${id}/${act}`, { key, version, body: act === "reject" ? { reason } : undefined });
}
