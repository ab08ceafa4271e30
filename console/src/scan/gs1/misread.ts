/** Why a label could not be read. The codes are those of the API. */
export class Misread extends Error {
  readonly code: "bad_check_digit" | "unknown_application_identifier" | "not_gs1" | "malformed_gs1";

  constructor(code: Misread["code"], message: string) {
    super(message);
    this.name = "Misread";
    this.code = code;
  }
}

/** Nothing that identifies anything. */
export const empty = (): Misread => new Misread("malformed_gs1", "The label is empty: scan it again.");

/** A value that its identifier does not allow. */
export const malformed = (ai: string, value: string, wanted: string): Misread =>
  new Misread("malformed_gs1", `(${ai}) is “${[...value].slice(0, 40).join("")}”: it must be ${wanted}.`);

/** Input that begins with no identifier. */
export const unknown = (text: string): Misread =>
  new Misread(
    "unknown_application_identifier",
    `“${[...text].slice(0, 8).join("")}” does not begin with a known application identifier: scan it again, or another label.`,
  );

/** A day that its month has not: misprinted, and not misread. */
export class NoSuchDay extends Misread {
  constructor(ai: string, value: string, day: string) {
    super("malformed_gs1", `(${ai}) is “${value}”, and there is no day ${day}: scan it again.`);
  }
}

/** A misread key. */
export const badCheckDigit = (ai: string, value: string, wanted: string, found: string): Misread =>
  new Misread("bad_check_digit", `(${ai}) is ${value}: its last digit is ${found} and should be ${wanted}. Scan it again.`);
