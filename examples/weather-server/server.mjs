// The server itself: one tool. The same factory serves stdio and HTTP, and both protocol eras.
import { McpServer } from '@modelcontextprotocol/server';
import * as z from 'zod/v4';
import { describe, forecastFor } from './forecast.mjs';

export function createWeatherServer() {
  const server = new McpServer(
    { name: 'weather-example', title: 'Weather example', version: '1.0.0' },
    { instructions: 'A teaching example with made-up weather. Say that the data is sample data when you use it.' },
  );
  server.registerTool(
    'get_forecast',
    {
      title: 'Weather forecast · 天气预报(示例)',
      description: '查询指定城市明天的天气预报',
      inputSchema: z.object({ city: z.string().min(1).max(100).describe('城市名称,例如:杭州') }),
      outputSchema: z.object({
        city: z.string(),
        day: z.literal('tomorrow'),
        condition: z.string(),
        conditionEn: z.string(),
        temperatureLowC: z.number(),
        temperatureHighC: z.number(),
        precipitationProbability: z.number().describe('降水概率,百分比'),
        humidityPercent: z.number(),
        source: z.literal('sample'),
      }),
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    async ({ city }) => {
      const forecast = forecastFor(city);
      return { content: [{ type: 'text', text: describe(forecast) }], structuredContent: forecast };
    },
  );
  return server;
}
