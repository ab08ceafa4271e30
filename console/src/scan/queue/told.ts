// What became of an operation, in the words of whoever made it. Nothing is called done before it is.

import { jobOf } from "../job/jobs";
import type { Operation } from "./operation";
import type { Sending } from "./queue";

/** How it stands: in a word, and what that means. */
export interface Told {
  tone: "done" | "waits" | "fault";
  word: string;
  detail: string;
}

/** How this operation stands. */
export function toldOf(operation: Operation, now: Sending): Told {
  switch (operation.state) {
    case "done":
      return { tone: operation.madeStatus === undefined || operation.madeStatus === "posted" ? "done" : "waits", ...arrived(operation) };
    case "task":
      if (operation.awaits) {
        return {
          tone: "waits",
          word: "Waits",
          detail: `These goods wait for posting: ${operation.awaits.called}. This is sent again by itself once it is posted.`,
        };
      }
      return { tone: "fault", word: "Refused", detail: operation.refused?.detail ?? "" };
    case "waiting":
      if (now === "no-answer") return { tone: "waits", word: "Kept", detail: "It is kept on this device and sent when there is a network." };
      if (now === "sign-in") return { tone: "waits", word: "Kept", detail: "It is kept on this device and sent when you have signed in." };
      return { tone: "waits", word: "Sending", detail: "It is kept on this device until it has arrived." };
  }
}

/** What an operation that arrived is now. */
function arrived(operation: Operation): { word: string; detail: string } {
  const word = jobOf(operation.job)?.past ?? "Sent";
  const isReceipt = operation.job === "receive";
  switch (operation.madeStatus) {
    case "pendingApproval":
      if (isReceipt) return { word, detail: "Waits for costs and posting by the office." };
      return { word: "Sent", detail: "Waits for approval: until then the books do not know." };
    case "draft":
      if (isReceipt) return { word, detail: "A draft: the office adds the costs and posts it." };
      return { word: "Sent", detail: "A draft: nothing is posted yet." };
    case "posted":
      return { word, detail: "Posted." };
    default:
      return { word, detail: operation.job === "count" ? "Noted in the count." : "Sent." };
  }
}

/** The same as one sentence, for a list: `Received: waits for costs and posting by the office`. */
export function outcomeOf(operation: Operation): string {
  const { word, detail } = arrived(operation);
  return `${word}: ${detail.charAt(0).toLowerCase()}${detail.slice(1).replace(/\.$/, "")}`;
}
