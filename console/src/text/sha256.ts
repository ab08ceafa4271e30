// SHA-256 (FIPS 180-4). Browsers have it only over https and on their own machine, and the books may be on neither.

const ROUNDS = 64;
const BLOCK = 64;

/** The first 32 bits of the fractional parts of the roots of the first primes. */
function constants(root: number, many: number): Uint32Array {
  const found = new Uint32Array(many);
  let at = 0;
  for (let number = 2; at < many; number += 1) {
    let isPrime = true;
    for (let divisor = 2; divisor * divisor <= number; divisor += 1) if (number % divisor === 0) isPrime = false;
    if (!isPrime) continue;
    const value = number ** (1 / root);
    found[at] = Math.floor((value - Math.floor(value)) * 2 ** 32);
    at += 1;
  }
  return found;
}

const K = constants(3, ROUNDS);
const BEGIN = constants(2, 8);

const rotated = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

/** The hash of a text in UTF-8, in hex. */
export function sha256(text: string): string {
  const bytes = new TextEncoder().encode(text);
  const length = Math.ceil((bytes.length + 9) / BLOCK) * BLOCK;
  const padded = new Uint8Array(length);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(length - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(length - 4, (bytes.length * 8) >>> 0);
  const state = Uint32Array.from(BEGIN);
  const words = new Uint32Array(ROUNDS);
  for (let at = 0; at < length; at += BLOCK) mix(state, words, view, at);
  return Array.from(state, (word) => word.toString(16).padStart(8, "0")).join("");
}

function mix(state: Uint32Array, words: Uint32Array, view: DataView, from: number): void {
  for (let at = 0; at < 16; at += 1) words[at] = view.getUint32(from + at * 4);
  for (let at = 16; at < ROUNDS; at += 1) {
    const [one = 0, two = 0] = [words[at - 15], words[at - 2]];
    const first = rotated(one, 7) ^ rotated(one, 18) ^ (one >>> 3);
    const second = rotated(two, 17) ^ rotated(two, 19) ^ (two >>> 10);
    words[at] = ((words[at - 16] ?? 0) + first + (words[at - 7] ?? 0) + second) >>> 0;
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let at = 0; at < ROUNDS; at += 1) {
    const choice = (e & f) ^ (~e & g);
    const one = (h + (rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)) + choice + (K[at] ?? 0) + (words[at] ?? 0)) >>> 0;
    const most = (a & b) ^ (a & c) ^ (b & c);
    const two = ((rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) + most) >>> 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) >>> 0, c, b, a, (one + two) >>> 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, at) => {
    state[at] = ((state[at] ?? 0) + word) >>> 0;
  });
}
