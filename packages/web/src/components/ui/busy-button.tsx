import { Button, type ButtonProps } from '@mantine/core';
import type { ComponentProps } from 'react';

type NativeProps = ComponentProps<'button'> & { 'data-loading'?: unknown };

/** A button that is disabled while it loads loses the focus: this one keeps it, and does nothing meanwhile. */
export function BusyButton(props: ButtonProps & ComponentProps<'button'>) {
  return <Button component={NativeButton} {...props} />;
}

function NativeButton({ disabled, onClick, type = 'button', ...rest }: NativeProps) {
  if (!rest['data-loading']) return <button type={type} disabled={disabled} onClick={onClick} {...rest} />;
  return <button type={type} aria-busy aria-disabled onClick={(event) => event.preventDefault()} {...rest} />;
}
