import type { components } from "./schema";

/** A refusal as the API writes it (RFC 9457). */
export type ProblemBody = components["schemas"]["Problem"];

/** A call that leads out of a refusal. */
export type WayOut = ProblemBody["resolutions"][number] & {
  /** Whether the caller may make it; unknown is as yes. */
  allowed?: boolean;
  /** Pointers of the fields of its body that the caller must still give. */
  needs?: string[];
};

/** One field at fault. */
export type FieldFault = ProblemBody["errors"][number];

/** A refused request: what the server said, with the fields at fault and the ways out. */
export class Problem extends Error {
  readonly status: number;
  readonly body: ProblemBody;

  constructor(status: number, body: ProblemBody) {
    super(body.detail);
    this.name = "Problem";
    this.status = status;
    this.body = body;
  }

  get code(): string {
    return this.body.code;
  }

  /** The ways out that the caller may go. */
  get ways(): WayOut[] {
    return (this.body.resolutions as WayOut[]).filter((way) => way.allowed !== false);
  }

  /** The same refusal with other ways out: those that a part can offer, in its words. */
  with(ways: WayOut[]): Problem {
    return new Problem(this.status, { ...this.body, resolutions: ways });
  }

  /** The first fault at this place or below it (`/lines/0/debit`). */
  faultAt(pointer: string): string | undefined {
    return this.body.errors.find((fault) => fault.pointer === pointer)?.message;
  }
}

/** What a failed request is, whatever failed: a problem, or none that the server told. */
export function problemOf(status: number, body: unknown): Problem {
  if (typeof body === "object" && body !== null && "code" in body && "detail" in body) {
    const told = body as Partial<ProblemBody> & { code: string; detail: string };
    return new Problem(status, {
      type: "about:blank",
      title: told.detail,
      requestId: "",
      context: {},
      ...told,
      status,
      errors: told.errors ?? [],
      resolutions: told.resolutions ?? [],
    } as ProblemBody);
  }
  const detail =
    status === 0
      ? "the service does not answer: check the connection, then try again"
      : `something between here and the service answered with status ${status}: try again, or ask who runs it`;
  return new Problem(status, {
    type: "about:blank",
    title: "No answer of the service",
    status,
    detail,
    code: "no_answer" as ProblemBody["code"],
    requestId: "",
    errors: [],
    context: {},
    resolutions: [],
  });
}

/** What was thrown, as a problem: whatever the server did not tell is that it does not answer. */
export const asProblem = (error: unknown): Problem => (error instanceof Problem ? error : problemOf(0, null));
