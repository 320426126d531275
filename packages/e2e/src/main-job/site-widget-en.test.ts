import { tellSiteWidgetJourney } from './site-widget.ts';

tellSiteWidgetJourney('en', { kind: 'server' });
