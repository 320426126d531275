-- Whoever works on a draft holds `draft_lease`: one that was taken over meanwhile can no longer write.
alter table channels add column draft_lease uuid;

-- A channel without its account on the platform cannot be repaired by its owner, and somebody else may have that account.
update channels
set unlinked_at = now(), secrets = null, token_tail = null, active = false
where state = 'active' and not is_single and unlinked_at is null and identity is null;
alter table channels add constraint channels_active_identity
  check (state <> 'active' or is_single or unlinked_at is not null or identity is not null);
