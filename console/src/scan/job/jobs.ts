// The jobs of a warehouse that are done with a scanner: what each asks, and what it takes.

import type { Permission } from "../../api/session";

/** The name of a job, as it stands in the address. */
export type JobName = "receive" | "put-away" | "issue" | "move" | "count" | "ask";

/** One job. */
export interface Job {
  name: JobName;
  title: string;
  /** What it is for, in a sentence. */
  about: string;
  /** The right without which it is not there; any of several is enough. */
  needs: readonly Permission[];
  /** What is told before the first scan. */
  first: string;
  /** Whether goods need a destination before it can be done. */
  hasDestination: boolean;
  /** What has been done when it is done: "Received". */
  past: string;
}

/** All jobs, in the order in which goods meet them. */
export const JOBS: readonly Job[] = [
  {
    name: "receive",
    title: "Receive",
    about: "Goods that come in from outside.",
    needs: ["movements:post", "movements:draft"],
    first: "Scan what comes in. A bin before it says where it is put.",
    hasDestination: false,
    past: "Received",
  },
  {
    name: "put-away",
    title: "Put away",
    about: "From where goods came in to their bins.",
    needs: ["movements:post"],
    first: "Scan the goods in your hand, then the bin into which you put them.",
    hasDestination: true,
    past: "Put away",
  },
  {
    name: "issue",
    title: "Issue",
    about: "Goods that leave: picked, sold, handed out.",
    needs: ["movements:post"],
    first: "Scan what leaves. A bin before it says where it is taken from.",
    hasDestination: false,
    past: "Issued",
  },
  {
    name: "move",
    title: "Move",
    about: "From bin to bin, or to another warehouse.",
    needs: ["movements:post"],
    first: "Scan the bin, the goods, and then the bin or warehouse to which they go.",
    hasDestination: true,
    past: "Moved",
  },
  {
    name: "count",
    title: "Count",
    about: "What is really there, for an open count.",
    needs: ["counts:record"],
    first: "Scan a bin, then all goods in it.",
    hasDestination: false,
    past: "Counted",
  },
  {
    name: "ask",
    title: "Ask",
    about: "What something is, and where there is more of it.",
    needs: ["items:read"],
    first: "Scan goods, a bin or a warehouse.",
    hasDestination: false,
    past: "Asked",
  },
];

/** The job of this name. */
export const jobOf = (name: string): Job | undefined => JOBS.find((job) => job.name === name);
