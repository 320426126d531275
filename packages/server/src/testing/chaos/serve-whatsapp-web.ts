import { loadWhatsappWebDouble } from '@otvet/simulators';
import { startApp } from '../../app.ts';
import { connectors } from '../../connectors/registry.ts';
import { createWhatsappWebConnector } from '../../connectors/whatsapp-web/index.ts';
import { readConfig } from '../../platform/config/config.ts';
import { createLog } from '../../platform/log/logger.ts';

/** The product in a process of its own, with a stand-in for the library of WhatsApp Web and without a person's pauses. */
const load = loadWhatsappWebDouble(Number(process.env.WHATSAPP_WEB_DOUBLE));
const whatsappWeb = createWhatsappWebConnector(load, { minMs: 0, spreadMs: 0 });
const config = readConfig();
await startApp({
  config,
  log: createLog({ level: config.logLevel }),
  connectors: { ...connectors, 'whatsapp-web': whatsappWeb },
});
