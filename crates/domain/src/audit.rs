//! The audit of changes: what was done to memberships, rosters, titles, clients and sites, by whom and when
//! (docs/security.md#audit).

use crate::roster_runs::RosterRunKind;
use crate::{AccountId, ClientId, OrganizationId, SeriesId, SiteId, TitleId, wire_enum};

wire_enum! {
    /// A kind of change that the audit records.
    pub enum AuditedAct {
        CreateAccount = "createAccount",
        ChangeAccount = "changeAccount",
        ChangeOwnAccount = "changeOwnAccount",
        ChangePassword = "changePassword",
        ResetPassword = "resetPassword",
        GiveSignIn = "giveSignIn",
        MakeEnrollmentCode = "makeEnrollmentCode",
        UseEnrollmentCode = "useEnrollmentCode",
        SignOutBrowser = "signOutBrowser",
        UndoOwnChange = "undoOwnChange",
        LockAccount = "lockAccount",
        UnlockAccount = "unlockAccount",
        CloseAccount = "closeAccount",
        EraseAccount = "eraseAccount",
        EraseOrganization = "eraseOrganization",
        HoldErasure = "holdErasure",
        ReleaseErasureHold = "releaseErasureHold",
        ChangeRoles = "changeRoles",
        GiveCollectionRole = "giveCollectionRole",
        TakeCollectionRole = "takeCollectionRole",
        GiveMembershipRole = "giveMembershipRole",
        TakeMembershipRole = "takeMembershipRole",
        GiveAdministratorRole = "giveAdministratorRole",
        TakeAdministratorRole = "takeAdministratorRole",
        ChangeStudentProfile = "changeStudentProfile",
        AddProof = "addProof",
        ChangeProof = "changeProof",
        DeleteProof = "deleteProof",
        SubmitProof = "submitProof",
        RequestConfirmation = "requestConfirmation",
        ConfirmProof = "confirmProof",
        DeclineProof = "declineProof",
        AskForProof = "askForProof",
        SignAgreement = "signAgreement",
        RecordAgreement = "recordAgreement",
        EndAgreement = "endAgreement",
        AddSubscription = "addSubscription",
        ChangeSubscription = "changeSubscription",
        CreateMember = "createMember",
        ChangeMember = "changeMember",
        RemoveMember = "removeMember",
        ImportMembers = "importMembers",
        ChangeGrade = "changeGrade",
        ChangeRosterTag = "changeRosterTag",
        StartSchoolYear = "startSchoolYear",
        UndoRosterRun = "undoRosterRun",
        DiscardRosterFile = "discardRosterFile",
        HoldRosterFile = "holdRosterFile",
        ChangeRosterFolder = "changeRosterFolder",
        CreateRosterTag = "createRosterTag",
        CreateGroup = "createGroup",
        RenameGroup = "renameGroup",
        DeleteGroup = "deleteGroup",
        ChangeGroupMembers = "changeGroupMembers",
        ChangeDisabilities = "changeDisabilities",
        AddSponsor = "addSponsor",
        ChangeSponsor = "changeSponsor",
        RemoveSponsor = "removeSponsor",
        ChangePrimaryContact = "changePrimaryContact",
        RequestHandOver = "requestHandOver",
        WithdrawHandOver = "withdrawHandOver",
        DeclineHandOver = "declineHandOver",
        SendEmail = "sendEmail",
        DistinguishPeople = "distinguishPeople",
        MergeAccounts = "mergeAccounts",
        UndoAccountMerge = "undoAccountMerge",
        ChangePreferences = "changePreferences",
        OrderCopy = "orderCopy",
        NoteCall = "noteCall",
        CreateDevice = "createDevice",
        RevokeDevice = "revokeDevice",
        AssignTitle = "assignTitle",
        UnassignTitle = "unassignTitle",
        CreateOrganization = "createOrganization",
        ChangeOrganization = "changeOrganization",
        AdmitOrganization = "admitOrganization",
        DeclineOrganization = "declineOrganization",
        SubmitTitle = "submitTitle",
        ChangeTitle = "changeTitle",
        MoveTitle = "moveTitle",
        WithdrawTitle = "withdrawTitle",
        CreatePeriodical = "createPeriodical",
        ChangePeriodical = "changePeriodical",
        AddEdition = "addEdition",
        WithdrawEdition = "withdrawEdition",
        RestoreEdition = "restoreEdition",
        CreateClient = "createClient",
        DisableClient = "disableClient",
        EnableClient = "enableClient",
        ReplaceClientSecret = "replaceClientSecret",
        CreateSite = "createSite",
        ChangeSite = "changeSite",
        ChangeOrganizationTypes = "changeOrganizationTypes",
        ChangeReferenceOrganizations = "changeReferenceOrganizations",
        ReadReport = "readReport",
        RetryJob = "retryJob",
        CancelJob = "cancelJob",
        StartBackup = "startBackup",
        StartRehearsal = "startRehearsal",
    }
}

impl From<RosterRunKind> for AuditedAct {
    fn from(kind: RosterRunKind) -> Self {
        match kind {
            RosterRunKind::Import => Self::ImportMembers,
            RosterRunKind::Removal => Self::RemoveMember,
            RosterRunKind::Grade => Self::ChangeGrade,
            RosterRunKind::RosterTag => Self::ChangeRosterTag,
            RosterRunKind::SchoolYear => Self::StartSchoolYear,
            RosterRunKind::Group => Self::ChangeGroupMembers,
            RosterRunKind::Disability => Self::ChangeDisabilities,
        }
    }
}

/// The noun that a change is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AuditSubject<'a> {
    Account(&'a AccountId),
    Organization(&'a OrganizationId),
    Title(TitleId),
    Series(&'a SeriesId),
    Client(&'a ClientId),
    Site(&'a SiteId),
    /// The queue of background work: a job that no account caused. The log names the job.
    Queue,
    /// A list of the whole library. The log names the entry.
    Library,
}

impl<'a> From<&'a AccountId> for AuditSubject<'a> {
    fn from(id: &'a AccountId) -> Self {
        Self::Account(id)
    }
}

impl<'a> From<&'a OrganizationId> for AuditSubject<'a> {
    fn from(id: &'a OrganizationId) -> Self {
        Self::Organization(id)
    }
}
