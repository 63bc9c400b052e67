//! System calls of worker processes, filtered with seccomp.
//!
//! Two filters: the first refuses calls that programs are known to try, with `EPERM`; the second allows the
//! calls of a list, and gives `ENOSYS` for all others, so that programs fall back to older calls, as if the
//! kernel were older. `clone3` is one of these: its flags are in memory, where a filter cannot read them.

use std::collections::BTreeMap;
use std::env;

use rustix::process::getppid;
use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen as Length, SeccompCmpOp as Compare, SeccompCondition,
    SeccompFilter, SeccompRule, TargetArch,
};

/// Calls with the rules of which one has to match; without rules, each call matches.
type CallRules = BTreeMap<i64, Vec<SeccompRule>>;

macro_rules! calls {
    ($($name:ident)*) => { &[$(libc::$name),*] };
}

/// Calls of ordinary programs: files, memory, processes of their own, signals and time.
#[rustfmt::skip]
const ALLOWED_CALLS: &[i64] = calls![
    SYS_read SYS_write SYS_close SYS_lseek SYS_pread64 SYS_pwrite64 SYS_readv SYS_writev SYS_preadv SYS_pwritev
    SYS_preadv2 SYS_pwritev2 SYS_sendfile SYS_splice SYS_tee SYS_vmsplice SYS_copy_file_range SYS_readahead
    SYS_fadvise64 SYS_fallocate SYS_ftruncate SYS_truncate SYS_dup SYS_dup3 SYS_fcntl SYS_flock SYS_fsync
    SYS_fdatasync SYS_sync SYS_syncfs SYS_ioctl SYS_pipe2 SYS_close_range
    SYS_openat SYS_openat2 SYS_statx SYS_newfstatat SYS_fstat SYS_statfs SYS_fstatfs SYS_faccessat SYS_faccessat2
    SYS_fchmod SYS_fchmodat SYS_utimensat SYS_umask SYS_getdents64 SYS_getcwd SYS_chdir SYS_fchdir SYS_mkdirat
    SYS_unlinkat SYS_renameat2 SYS_readlinkat SYS_getxattr SYS_lgetxattr SYS_fgetxattr SYS_listxattr
    SYS_llistxattr SYS_flistxattr
    SYS_mmap SYS_munmap SYS_mprotect SYS_mremap SYS_madvise SYS_mincore SYS_msync SYS_mlock SYS_mlock2 SYS_munlock
    SYS_mlockall SYS_munlockall SYS_brk SYS_memfd_create SYS_membarrier SYS_mbind SYS_get_mempolicy
    SYS_set_mempolicy SYS_pkey_alloc SYS_pkey_free SYS_pkey_mprotect
    SYS_ppoll SYS_pselect6 SYS_epoll_create1 SYS_epoll_ctl SYS_epoll_pwait SYS_epoll_pwait2 SYS_eventfd2
    SYS_signalfd4 SYS_timerfd_create SYS_timerfd_settime SYS_timerfd_gettime SYS_inotify_init1
    SYS_inotify_add_watch SYS_inotify_rm_watch
    SYS_clone SYS_execve SYS_execveat SYS_exit SYS_exit_group SYS_wait4 SYS_waitid SYS_getpid SYS_getppid SYS_gettid
    SYS_getpgid SYS_getsid SYS_getuid SYS_geteuid SYS_getgid SYS_getegid SYS_getresuid SYS_getresgid SYS_getgroups
    SYS_getcpu SYS_getrusage SYS_times SYS_sysinfo SYS_uname SYS_getrandom SYS_prctl SYS_capget
    SYS_set_tid_address SYS_set_robust_list SYS_get_robust_list SYS_rseq SYS_restart_syscall SYS_futex
    SYS_futex_waitv
    SYS_kill SYS_tgkill SYS_rt_sigaction SYS_rt_sigprocmask SYS_rt_sigreturn SYS_rt_sigpending
    SYS_rt_sigtimedwait SYS_rt_sigsuspend SYS_rt_sigqueueinfo SYS_rt_tgsigqueueinfo SYS_sigaltstack
    SYS_pidfd_open SYS_pidfd_send_signal
    SYS_sched_getaffinity SYS_sched_setaffinity SYS_sched_yield SYS_sched_getparam SYS_sched_setparam
    SYS_sched_getscheduler SYS_sched_setscheduler SYS_sched_getattr SYS_sched_setattr
    SYS_sched_get_priority_max SYS_sched_get_priority_min SYS_sched_rr_get_interval SYS_getpriority
    SYS_setpriority SYS_ioprio_get SYS_prlimit64
    SYS_clock_gettime SYS_clock_getres SYS_clock_nanosleep SYS_nanosleep SYS_gettimeofday SYS_getitimer
    SYS_setitimer SYS_timer_create SYS_timer_settime SYS_timer_gettime SYS_timer_getoverrun SYS_timer_delete
    SYS_socketpair SYS_getsockname SYS_getpeername SYS_setsockopt SYS_getsockopt SYS_shutdown SYS_sendto
    SYS_recvfrom SYS_sendmsg SYS_recvmsg SYS_sendmmsg SYS_recvmmsg
    SYS_seccomp SYS_landlock_create_ruleset SYS_landlock_add_rule SYS_landlock_restrict_self
];

/// Older calls for the same purposes, which only this architecture has.
#[cfg(target_arch = "x86_64")]
#[rustfmt::skip]
const OLDER_CALLS: &[i64] = calls![
    SYS_open SYS_creat SYS_stat SYS_lstat SYS_access SYS_mkdir SYS_rmdir SYS_unlink SYS_rename SYS_renameat
    SYS_readlink SYS_chmod SYS_pipe SYS_dup2 SYS_fork SYS_vfork SYS_poll SYS_select SYS_epoll_create SYS_epoll_wait
    SYS_eventfd SYS_signalfd SYS_inotify_init SYS_getdents SYS_alarm SYS_pause SYS_utime SYS_utimes
    SYS_futimesat SYS_time SYS_getpgrp SYS_arch_prctl SYS_getrlimit SYS_setrlimit SYS_sync_file_range
];
#[cfg(not(target_arch = "x86_64"))]
const OLDER_CALLS: &[i64] = &[];

#[rustfmt::skip]
const NETWORK_CALLS: &[i64] = calls![SYS_socket SYS_bind SYS_listen SYS_accept SYS_accept4 SYS_connect];

/// Calls that leave the process group, reach other processes or the kernel's rarely used parts, or create
/// links, pipes and devices.
#[rustfmt::skip]
const REFUSED_CALLS: &[i64] = calls![
    SYS_setsid SYS_setpgid SYS_setns SYS_unshare SYS_mount SYS_symlinkat SYS_linkat SYS_mknodat
    SYS_ptrace SYS_process_vm_readv SYS_process_vm_writev SYS_pidfd_getfd SYS_process_madvise SYS_kcmp SYS_tkill
    SYS_migrate_pages SYS_move_pages SYS_ioprio_set SYS_capset
    // Opens sockets without a system call for each.
    SYS_io_uring_setup
    SYS_bpf SYS_perf_event_open SYS_userfaultfd SYS_keyctl SYS_add_key SYS_request_key
];

/// The older calls that create links and devices.
#[cfg(target_arch = "x86_64")]
const OLDER_REFUSED_CALLS: &[i64] = calls![SYS_symlink SYS_link SYS_mknod];
#[cfg(not(target_arch = "x86_64"))]
const OLDER_REFUSED_CALLS: &[i64] = &[];

/// Flags of `clone` that create a namespace.
const NAMESPACE_FLAGS: [libc::c_int; 7] = [
    libc::CLONE_NEWNS,
    libc::CLONE_NEWCGROUP,
    libc::CLONE_NEWUTS,
    libc::CLONE_NEWIPC,
    libc::CLONE_NEWUSER,
    libc::CLONE_NEWPID,
    libc::CLONE_NEWNET,
];

/// Families of sockets that programs with access to the network use.
const SOCKET_FAMILIES: [libc::c_int; 4] = [libc::AF_UNIX, libc::AF_INET, libc::AF_INET6, libc::AF_NETLINK];

/// Filters the calls of this thread, those that it starts, and their programs. `None` if that is not possible
/// here.
pub(super) fn filter_calls(network: bool) -> Option<()> {
    let machine = TargetArch::try_from(env::consts::ARCH).ok()?;
    let refused = list_refused_calls(network)?;
    let allowed = [ALLOWED_CALLS, OLDER_CALLS, NETWORK_CALLS].concat();
    // Calls of the first filter keep its error.
    let allowed = allowed.into_iter().chain(refused.keys().copied()).map(|call| (call, Vec::new())).collect();
    let filters = [
        (refused, SeccompAction::Allow, error_action(libc::EPERM)),
        (allowed, error_action(libc::ENOSYS), SeccompAction::Allow),
    ];
    let compile = |(rules, otherwise, matching): (CallRules, SeccompAction, SeccompAction)| {
        BpfProgram::try_from(SeccompFilter::new(rules, otherwise, matching, machine).ok()?).ok()
    };
    let programs: Vec<BpfProgram> = filters.into_iter().map(compile).collect::<Option<_>>()?;
    programs.iter().try_for_each(|program| seccompiler::apply_filter(program).ok())
}

fn error_action(number: libc::c_int) -> SeccompAction {
    SeccompAction::Errno(number.unsigned_abs())
}

/// The calls that are refused, some only with certain arguments.
fn list_refused_calls(network: bool) -> Option<CallRules> {
    let mut rules: CallRules =
        [REFUSED_CALLS, OLDER_REFUSED_CALLS].concat().into_iter().map(|call| (call, Vec::new())).collect();
    if network {
        let other_families = SOCKET_FAMILIES.iter().map(|family| argument_condition(0, Compare::Ne, *family));
        rules.insert(libc::SYS_socket, vec![SeccompRule::new(other_families.collect::<Option<_>>()?).ok()?]);
    } else {
        rules.extend(NETWORK_CALLS.iter().map(|call| (*call, Vec::new())));
    }
    let namespaces = NAMESPACE_FLAGS.iter().map(|flag| {
        let bit = u64::from(flag.unsigned_abs());
        call_rule(SeccompCondition::new(0, Length::Qword, Compare::MaskedEq(bit), bit).ok())
    });
    rules.insert(libc::SYS_clone, namespaces.collect::<Option<_>>()?);
    // Limits and priorities of other processes, because the server has the same user.
    for call in [
        libc::SYS_prlimit64,
        libc::SYS_sched_setaffinity,
        libc::SYS_sched_setparam,
        libc::SYS_sched_setscheduler,
        libc::SYS_sched_setattr,
    ] {
        rules.insert(call, vec![call_rule(argument_condition(0, Compare::Ne, 0))?]);
    }
    let other_targets = [0, 1].map(|index| call_rule(argument_condition(index, Compare::Ne, 0)));
    rules.insert(libc::SYS_setpriority, other_targets.into_iter().collect::<Option<_>>()?);
    // Kernels before 6.12 do not scope signals: at least not to the server, nor to other process groups.
    if let Some(server) = getppid() {
        let server = server.as_raw_pid();
        for call in [
            libc::SYS_tgkill,
            libc::SYS_rt_sigqueueinfo,
            libc::SYS_rt_tgsigqueueinfo,
            libc::SYS_pidfd_open,
            libc::SYS_kill,
        ] {
            rules.insert(call, vec![call_rule(argument_condition(0, Compare::Eq, server))?]);
        }
    }
    let groups =
        call_rule(SeccompCondition::new(0, Length::Dword, Compare::Gt, i32::MAX.unsigned_abs().into()).ok());
    rules.entry(libc::SYS_kill).or_default().push(groups?);
    Some(rules)
}

/// A condition on an argument of 32 bits.
fn argument_condition(index: u8, compare: Compare, value: i32) -> Option<SeccompCondition> {
    SeccompCondition::new(index, Length::Dword, compare, u64::from(value.cast_unsigned())).ok()
}

fn call_rule(condition: Option<SeccompCondition>) -> Option<SeccompRule> {
    SeccompRule::new(vec![condition?]).ok()
}
