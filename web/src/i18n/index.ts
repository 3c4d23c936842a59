import i18next from "i18next";

import en from "./en.json";

declare module "i18next" {
  interface CustomTypeOptions {
    resources: { translation: typeof en };
  }
}

const OTHERS = { de: () => import("./de.json") };

/** The first of the user's languages that the page supports. */
export function pageLanguage(wanted: readonly string[]): "en" | "de" {
  const known = wanted.map((tag) => tag.split("-")[0]).find((name) => name === "en" || name === "de");
  return known ?? "en";
}

/** Loads the texts before anything is shown. */
export async function startTexts(wanted: readonly string[]): Promise<void> {
  const lng = pageLanguage(wanted);
  const other = lng === "en" ? {} : { [lng]: { translation: (await OTHERS[lng]()).default } };
  const resources = { en: { translation: en }, ...other };
  await i18next.init({ lng, fallbackLng: "en", resources, interpolation: { escapeValue: false } });
  document.documentElement.lang = lng;
}

export const t = i18next.t;

/** Why a file cannot be read. The server's English text says more than its code, so only other languages replace it. */
export function failureText(code: string, message: string): string {
  const text: unknown = i18next.getResource(i18next.language, "translation", `failure_${code}`);
  return typeof text === "string" ? text : message;
}

/** The language of the page with the user's region, for dates and numbers. */
export function locale(): string {
  return navigator.languages.find((tag) => tag.startsWith(i18next.language)) ?? i18next.language;
}

/** A time of day, seconds from now. */
export function timeIn(seconds: number): string {
  const time = new Date(Date.now() + 1000 * seconds);
  return new Intl.DateTimeFormat(locale(), { timeStyle: "medium" }).format(time);
}

/** A date, relative if it is near. */
export function dayOf(iso: string): string {
  const date = new Date(iso);
  const days = Math.round((new Date(iso).setHours(0, 0, 0, 0) - new Date().setHours(0, 0, 0, 0)) / 86_400_000);
  if (days > -7) return new Intl.RelativeTimeFormat(locale(), { numeric: "auto" }).format(days, "day");
  return new Intl.DateTimeFormat(locale(), { dateStyle: "medium" }).format(date);
}

export function bytes(size: number): string {
  const unit = size < 1e6 ? "kilobyte" : "megabyte";
  const value = size / (size < 1e6 ? 1e3 : 1e6);
  return new Intl.NumberFormat(locale(), { style: "unit", unit, maximumFractionDigits: 1 }).format(value);
}
