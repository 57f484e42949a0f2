interface Example {
  describe(forecast: unknown): string;
  forecastFor(city: string): unknown;
}

/** The example is plain JavaScript, as its readers will write it. */
const example = (await import(new URL('../../../../examples/weather-server/forecast.mjs', import.meta.url).href)) as Example;

/** The text of the weather example for a city. */
export const forecastText = (city: string): string => example.describe(example.forecastFor(city));
