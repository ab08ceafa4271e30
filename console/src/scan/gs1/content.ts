// The required content of a value: the syntax tests of GS1's table ("linters"), as the service has them.

/** Two digits, or NaN where there is something else. */
const at = (value: string, from: number, to: number): number => {
  const part = value.slice(from, to);
  return part.length === to - from && /^[0-9]+$/.test(part) ? Number(part) : Number.NaN;
};
const whole = (value: string): number => (/^[0-9]+$/.test(value) ? Number(value) : Number.MAX_SAFE_INTEGER);
const isDay = (month: number, day: number, least: number): boolean => month >= 1 && month <= 12 && day >= least && day <= 31;

function isEncoded(value: string): boolean {
  return value.split("%").slice(1).every((part) => /^[0-9a-fA-F]{2}/.test(part) && !part.startsWith("00"));
}

function isPosition(value: string): boolean {
  const found = /^\+?([0-9]+)\/\+?([0-9]+)$/.exec(value);
  const [place, total] = [Number(found?.[1] ?? 0), Number(found?.[2] ?? 0)];
  return place > 0 && place <= total;
}

const SET = "!\"%&'()*+,-./0123456789:;<=>?ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz";
const PAIR = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";
const PRIMES = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83];

/** Whether the last two characters are the check pair: the weighted sum of the others modulo 1021 (7.9.5). */
function hasCheckPair(value: string): boolean {
  const text = value.slice(0, -2);
  if (text === "" || text.length > PRIMES.length) return false;
  let sum = 0;
  for (const [index, letter] of [...text].reverse().entries()) {
    const place = SET.indexOf(letter);
    if (place < 0) return false;
    sum += place * (PRIMES[index] ?? 0);
  }
  sum %= 1021;
  return value.slice(-2) === `${PAIR[Math.floor(sum / 32)]}${PAIR[sum % 32]}`;
}

/** ISO 13616: the first four characters moved behind the others, letters as numbers, are 1 modulo 97. */
function isIban(value: string): boolean {
  if (!/^[A-Z]{2}[0-9]{2}[0-9A-Z]{10,}$/.test(value)) return false;
  let left = 0;
  for (const letter of value.slice(4) + value.slice(0, 4)) {
    const digit = Number.parseInt(letter, 36);
    left = (left * (digit > 9 ? 100 : 10) + digit) % 97;
  }
  return left === 1;
}

/** ISO 3166-1 and ISO 4217, in digits. */
const numbers = (text: string): ReadonlySet<number> => new Set(text.split(" ").map(Number));
const COUNTRIES = numbers(
  "4 8 10 12 16 20 24 28 31 32 36 40 44 48 50 51 52 56 60 64 68 70 72 74 76 84 86 90 92 96 100 104 108 112 116 120 124 132 136 140 144 148 152 156 158 162 166 170 174 175 178 180 184 188 191 192 196 203 204 208 212 214 218 222 226 231 232 233 234 238 239 242 246 248 250 254 258 260 262 266 268 270 275 276 288 292 296 300 304 308 312 316 320 324 328 332 334 336 340 344 348 352 356 360 364 368 372 376 380 384 388 392 398 400 404 408 410 414 417 418 422 426 428 430 434 438 440 442 446 450 454 458 462 466 470 474 478 480 484 492 496 498 499 500 504 508 512 516 520 524 528 531 533 534 535 540 548 554 558 562 566 570 574 578 580 581 583 584 585 586 591 598 600 604 608 612 616 620 624 626 630 634 638 642 643 646 652 654 659 660 662 663 666 670 674 678 682 686 688 690 694 702 703 704 705 706 710 716 724 728 729 732 740 744 748 752 756 760 762 764 768 772 776 780 784 788 792 795 796 798 800 804 807 818 826 831 832 833 834 840 850 854 858 860 862 876 882 887 894",
);
const CURRENCIES = numbers(
  "8 12 32 36 44 48 50 51 52 60 64 68 72 84 90 96 104 108 116 124 132 136 144 152 156 170 174 188 191 192 203 208 214 222 230 232 238 242 262 270 292 320 324 328 332 340 344 348 352 356 360 364 368 376 388 392 396 398 400 404 408 410 414 417 418 422 426 430 434 446 454 458 462 480 484 496 498 504 512 516 524 532 533 548 554 558 566 578 586 590 598 600 604 608 634 643 646 654 682 690 694 702 704 706 710 728 748 752 756 760 764 776 780 784 788 800 807 818 826 834 840 858 860 882 886 901 924 925 926 927 928 929 930 931 932 933 934 936 938 940 941 943 944 946 947 948 949 950 951 952 953 955 956 957 958 959 960 961 962 963 964 965 967 968 969 970 971 972 973 975 976 977 978 979 980 981 984 985 986 990",
);

/** Each test by its name in the table: whether a value passes, and what is expected of it. */
const CHECKS: Record<string, readonly [(value: string) => boolean, string]> = {
  // Told with the digit that would fit, before anything else; coupons are looked at for their characters alone.
  csum: [() => true, ""],
  couponcode: [() => true, ""],
  couponposoffer: [() => true, ""],
  csumalpha: [hasCheckPair, "text with its two check characters"],
  gcppos1: [(value) => /^[0-9]/.test(value), "a key that begins with the digits of a company"],
  gcppos2: [(value) => /^.[0-9]/.test(value), "a key with the digits of a company from its second place on"],
  yymmd0: [(value) => isDay(at(value, 2, 4), at(value, 4, 6), 0), "a day as YYMMDD"],
  yymmdd: [(value) => isDay(at(value, 2, 4), at(value, 4, 6), 1), "a day as YYMMDD"],
  yyyymmdd: [(value) => isDay(at(value, 4, 6), at(value, 6, 8), 1) && at(value, 0, 4) > 0, "a day as YYYYMMDD"],
  hh: [(value) => whole(value) < 24, "an hour from 00 to 23"],
  hhmi: [(value) => at(value, 0, 2) < 24 && at(value, 2, 4) < 60, "a time as HHMM"],
  mi: [(value) => whole(value) < 60, "minutes from 00 to 59"],
  ss: [(value) => whole(value) < 60, "seconds from 00 to 59"],
  iso3166: [(value) => COUNTRIES.has(whole(value)), "a country of ISO 3166 in digits"],
  iso3166999: [(value) => COUNTRIES.has(whole(value)) || whole(value) === 999, "a country of ISO 3166 in digits, or 999"],
  iso3166alpha2: [(value) => /^[A-Z]*$/.test(value), "a country in two capitals"],
  iso4217: [(value) => CURRENCIES.has(whole(value)), "a currency of ISO 4217 in digits"],
  pcenc: [isEncoded, "text in which % stands before two hexadecimal digits"],
  yesno: [(value) => /^[01]$/.test(value), "0 or 1"],
  hyphen: [(value) => /^-*$/.test(value), "a hyphen"],
  latitude: [(value) => whole(value) <= 1_800_000_000, "a latitude from 0000000000 to 1800000000"],
  longitude: [(value) => whole(value) <= 3_600_000_000, "a longitude from 0000000000 to 3600000000"],
  importeridx: [(value) => /^[0-9A-Za-z_-]*$/.test(value), "a letter, digit, hyphen or underscore"],
  packagetype: [(value) => /^[0-9A-Za-z]*$/.test(value), "a type of package"],
  mediatype: [
    (value) => (whole(value) >= 1 && whole(value) <= 10) || (whole(value) >= 80 && whole(value) <= 99),
    "a type of medium: 01 to 10, or 80 to 99",
  ],
  iso5218: [(value) => /^[0129]$/.test(value), "0, 1, 2 or 9"],
  posinseqslash: [isPosition, "a place in a sequence as 1/3"],
  nonzero: [(value) => whole(value) > 0, "a number above 0"],
  winding: [(value) => /^[019]$/.test(value), "0, 1 or 9"],
  zero: [(value) => /^0*$/.test(value), "0"],
  pieceoftotal: [(value) => at(value, 0, 2) > 0 && at(value, 0, 2) <= at(value, 2, 4), "a piece and the total as 0103"],
  iban: [isIban, "an IBAN with its check digits"],
  nozeroprefix: [(value) => value === "0" || !value.startsWith("0"), "a number without zeros before it"],
  hasnondigit: [(value) => !/^[0-9]*$/.test(value), "text with something else than digits"],
};

/** What this test expects of the value; nothing where it is right. */
export function fault(check: string, value: string): string | undefined {
  const [isRight, wanted] = CHECKS[check] ?? [() => true, ""];
  return isRight(value) ? undefined : wanted;
}
