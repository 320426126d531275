/** The screens of the wizard: one request. */
export { WizardChannelsScreen } from './channels-step.tsx';
export { WizardIntroScreen } from './intro-screen.tsx';
export { WizardRoleScreen } from './role-screen.tsx';
