import type { Spans } from "./spans.ts";

const LOCAL = /[\p{L}\p{N}._%+'!#$&*=?^{|}~-]/u;
const DOMAIN =
  /(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,62}[\p{L}\p{N}])?\.){1,8}[\p{L}]{2,24}(?![\p{L}\p{N}])/uy;

/** Marks every e-mail address. `git@host:path` is a place, not a person. */
export function markEmails(text: string, spans: Spans): void {
  for (const sign of ["@", "%40"]) {
    for (let at = text.indexOf(sign); at !== -1; at = text.indexOf(sign, at + 1)) {
      DOMAIN.lastIndex = at + sign.length;
      const domain = DOMAIN.exec(text);
      if (domain === null) continue;
      let start = at;
      while (start > 0 && at - start < 128 && LOCAL.test(text[start - 1] as string)) start--;
      while (start < at && /[.'%*=?#&{|}-]/.test(text[start] as string)) start++;
      const key = text.slice(start, at).lastIndexOf("=");
      if (key !== -1) start += key + 1;
      const end = at + sign.length + domain[0].length;
      if (start === at || (/^git$/i.test(text.slice(start, at)) && text[end] === ":")) continue;
      spans.add(start, end);
    }
  }
}

/**
 * Numbers with a country code, with a trunk zero or an area code in brackets, and the North American
 * 3-3-4. A bare run of digits is an order number, and stays.
 */
const PHONE =
  /(?<![\w+.:/-])(?:\+\d{1,3}(?:[ ./()-]{0,3}\d){6,13}|00[1-9]\d{0,2}(?:[ ./()-]{0,3}\d){7,12}|\(0?\d{2,5}\)[ -]?\d(?:[ ./-]?\d){4,9}|0\d{2,4}[ /-]\d(?:[ /-]?\d){4,9}|(?:1[ .-])?\d{3}[ .-]\d{3}[ .-]\d{4})(?![\w:]|[.-]\d)/g;

/** Marks every telephone number. */
export function markPhones(text: string, spans: Spans): void {
  PHONE.lastIndex = 0;
  for (let hit = PHONE.exec(text); hit !== null; hit = PHONE.exec(text)) {
    spans.add(hit.index, hit.index + hit[0].length);
  }
}
