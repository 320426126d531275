import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';

const neutral: MantineColorsTuple = [
  '#FFFFFF',
  '#F6F8FA',
  '#EAEFF4',
  '#D3DCE5',
  '#A6B4C2',
  '#6F8193',
  '#5A6B7B',
  '#435162',
  '#1B2430',
  '#111820',
];
const yellow: MantineColorsTuple = [
  '#FFFBEC',
  '#FFF6D9',
  '#FFEDB3',
  '#F5E3A6',
  '#FFDC66',
  '#FFCF33',
  '#F5BD00',
  '#B88A00',
  '#7A5A00',
  '#6B5200',
];
const secondary: MantineColorsTuple = [
  '#EEF3F7',
  '#E4EBF2',
  '#D6E0E9',
  '#BCCAD7',
  '#93A7B9',
  '#748BA0',
  '#5A7184',
  '#4B6072',
  '#3C4D5C',
  '#2D3A46',
];
const green: MantineColorsTuple = [
  '#E3F4EA',
  '#CDEBD9',
  '#A5DABB',
  '#7BC79B',
  '#4FB37A',
  '#2B9A5B',
  '#23834D',
  '#1C6E40',
  '#165732',
  '#0F3F24',
];
const red: MantineColorsTuple = [
  '#FBE7E9',
  '#F6CFD3',
  '#EDA3AA',
  '#E47780',
  '#DB5660',
  '#D33F49',
  '#BC323C',
  '#A32530',
  '#831B25',
  '#62131B',
];
const amber: MantineColorsTuple = [
  '#FFF4DB',
  '#FFE7B3',
  '#FFD780',
  '#FFC74D',
  '#F8B51F',
  '#F2A900',
  '#C98C00',
  '#855C00',
  '#6B4A00',
  '#4F3700',
];

/** Grounds and letters of avatars without a picture; picked by name so that a person keeps his colour. */
const avatars = [
  { ground: '#FFE9D6', letter: '#8A4309' },
  { ground: '#DDF3E4', letter: '#1C6E40' },
  { ground: '#E5E8FF', letter: '#3A45A8' },
  { ground: '#FBE3EE', letter: '#A02560' },
  { ground: '#ECE8FF', letter: '#5140B8' },
  { ground: '#E4EBF2', letter: '#4B6072' },
] as const;

export const avatarPalettes = avatars.length;

/** The one light theme. Components take colours from here alone. */
export const theme = createTheme({
  colors: {
    neutral,
    yellow,
    secondary,
    green,
    red,
    amber,
    gray: neutral,
  },
  primaryColor: 'yellow',
  primaryShade: 5,
  autoContrast: true,
  white: '#FFFFFF',
  black: '#1B2430',
  fontFamily: '"Onest Variable", "DejaVu Sans", system-ui, sans-serif',
  fontFamilyMonospace: 'ui-monospace, "DejaVu Sans Mono", monospace',
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '15px', xl: '17px' },
  lineHeights: { xs: '16px', sm: '18px', md: '20px', lg: '22px', xl: '26px' },
  headings: {
    fontWeight: '700',
    sizes: {
      h1: { fontSize: '20px', lineHeight: '28px' },
      h2: { fontSize: '15px', lineHeight: '22px', fontWeight: '600' },
      h3: { fontSize: '13px', lineHeight: '18px', fontWeight: '600' },
    },
  },
  defaultRadius: 'md',
  radius: { xs: '4px', sm: '6px', md: '8px', lg: '10px', xl: '14px' },
  breakpoints: { xs: '37.5em', sm: '60em', md: '80em', lg: '120em', xl: '160em' },
  cursorType: 'pointer',
  focusRing: 'auto',
  respectReducedMotion: true,
});

/** Names that style sheets use, on top of the theme's colours. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: Object.fromEntries(
    avatars.flatMap(({ ground, letter }, index) => [
      [`--avatar-${index}-ground`, ground],
      [`--avatar-${index}-letter`, letter],
    ]),
  ),
  light: {
    '--mantine-color-body': neutral[0],
    '--mantine-color-text': neutral[8],
    '--mantine-color-dimmed': neutral[6],
    '--mantine-color-placeholder': neutral[6],
    '--mantine-color-green-light': green[0],
    '--mantine-color-green-light-color': green[7],
    '--mantine-color-red-light': red[0],
    '--mantine-color-red-light-color': red[7],
    '--mantine-color-amber-light': amber[0],
    '--mantine-color-amber-light-color': amber[7],
    '--mantine-color-error': red[6],
    '--mantine-color-anchor': secondary[8],
    '--mantine-color-default-border': neutral[3],
    '--ground': neutral[1],
    '--surface': neutral[0],
    '--rail': secondary[0],
    '--line': neutral[2],
    '--line-strong': neutral[3],
    '--text': neutral[8],
    '--text-soft': neutral[7],
    '--text-dim': neutral[6],
    '--accent': yellow[5],
    '--accent-soft': yellow[1],
    '--accent-line': yellow[3],
    '--accent-text': yellow[8],
    '--calm': secondary[1],
    '--calm-line': neutral[3],
    '--calm-strong': secondary[6],
    '--success-soft': green[0],
    '--success-text': green[7],
    '--error': red[5],
    '--error-soft': red[0],
    '--error-text': red[7],
    '--warning': amber[5],
    '--warning-soft': amber[0],
    '--warning-text': amber[7],
    '--shadow-card': '0 1px 2px rgb(27 36 48 / 6%), 0 4px 16px rgb(27 36 48 / 6%)',
    '--shadow-float': '0 2px 6px rgb(27 36 48 / 8%), 0 12px 32px rgb(27 36 48 / 14%)',
  },
  dark: {},
});
