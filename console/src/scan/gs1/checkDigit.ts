// The check digit of GS1 keys (GS1 General Specifications, 7.9): weights 3 and 1 from the right.

/** The digit that belongs behind these; nothing where there is something else than digits. */
export function checkDigit(digits: string): string | undefined {
  if (!/^[0-9]*$/.test(digits)) return undefined;
  const sum = [...digits].reverse().reduce((so, digit, place) => so + Number(digit) * (place % 2 === 0 ? 3 : 1), 0);
  // A remainder of 10 is one digit.
  return String((10 - (sum % 10)) % 10);
}

/** The digit that should stand last where another one does; nothing where the key is sound or no key at all. */
export function wrongCheckDigit(key: string): { wanted: string; found: string } | undefined {
  const found = key.slice(-1);
  const wanted = checkDigit(key.slice(0, -1));
  return found === "" || wanted === undefined || wanted === found ? undefined : { wanted, found };
}
