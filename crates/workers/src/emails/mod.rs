//! Writes and sends emails (docs/mail.md).

use domain::downloads::PACKAGE_LIFETIME;
use domain::joining::Applicant;
use domain::roster_holds::{HOLD_PERIOD, HoldReason};
use domain::staff_decisions::AdmissionOutcome;
use domain::staff_emails::{EMAIL_LINK_PATH, subscription_end};
use domain::{Account, AccountId, DownloadId, DownloadStatus, Item, OrganizationId, SiteId, utc_date};
use jiff::SignedDuration;
use jobs::emails::{
    CONFIRM, CONFIRM_JOINING, EMAIL_QUEUE, FORGOT_PASSWORD, NEW_PASSWORD, PRIMARY_CONTACT, ROSTER_IMPORT,
    SCHOOL, SIGN_IN, SendEmail, UNDO_CHANGE,
};
use mail::staff_texts::{StaffNotice, wrap_words};
use mail::texts::{
    AccountChanged, AccountInvitation, AdmissionNotice, AlreadyJoined, ConfirmationNotice,
    ConfirmationRequest, CopyReady, EmailText as _, HandOverNotice, JoinConfirmation, MailTest,
    PasswordChanged, PasswordReset, ProblemNotice, RosterHoldNotice,
};
use mail::{Email, Language};
use secrets::OpaqueToken;
use store::password_resets::{GOOD_FOR, INVITATION_PERIOD, NewResetKey};
use store::periodicals::editions;
use store::{
    account_undos, accounts, confirmations, downloads, hand_overs, join_requests, organization_admissions,
    organizations, password_resets, problem_reports, proof_decisions, readers, roster_imports, sites,
    staff_emails, titles,
};

use crate::{JobError, JobOutcome, Run, Runner, WorkerContext};

impl Runner for SendEmail {
    async fn run(&self, ctx: &WorkerContext, run: &Run) -> Result<JobOutcome, JobError> {
        let Some(email) = write_email(self, ctx, run).await? else { return Ok(JobOutcome::Finished) };
        // Equal for every attempt of this job, so that duplicates of an email can be recognized.
        let id = format!("letter-{}-{}", run.id(), run.enqueue_time().as_microsecond());
        ctx.mailer.send(&email, &id, ctx.now()).await?;
        Ok(JobOutcome::Finished)
    }
}

/// The email to send now; `None` if there is nothing to send any more.
type WrittenEmail = Result<Option<Email>, JobError>;

async fn write_email(email: &SendEmail, ctx: &WorkerContext, run: &Run) -> WrittenEmail {
    match email {
        SendEmail::PasswordReset { account: None } => Ok(None),
        SendEmail::PasswordReset { account: Some(account) } => write_password_reset(ctx, account, run).await,
        SendEmail::AccountCreated { account } => write_account_created(ctx, account, run).await,
        SendEmail::PasswordChanged { account } => {
            let Some(to) = EmailRecipient::find_for_account(ctx, account).await? else { return Ok(None) };
            let link = ctx.absolute_url(FORGOT_PASSWORD);
            let text = PasswordChanged { site: &to.site, name: &to.name, link: &link };
            Ok(Some(text.email(&to.email, &to.name)?))
        }
        SendEmail::AccountChanged { undo } => write_account_changed(ctx, undo).await,
        SendEmail::JoinRequested { request } => write_join_requested(ctx, request).await,
        SendEmail::AlreadyJoined { account, language } => {
            let Some(to) = EmailRecipient::find_for_account(ctx, account).await? else { return Ok(None) };
            let text = AlreadyJoined {
                site: &to.site,
                name: &to.name,
                sign_in: &ctx.absolute_url(SIGN_IN),
                new_password: &ctx.absolute_url(FORGOT_PASSWORD),
                language: Language::from_tag(language).unwrap_or_default(),
            };
            Ok(Some(text.email(&to.email, &to.name)?))
        }
        SendEmail::ConfirmationAsked { confirmation } => write_confirmation_asked(ctx, confirmation).await,
        SendEmail::ConfirmationGiven { account } => {
            let Some(to) = EmailRecipient::find_for_account(ctx, account).await? else { return Ok(None) };
            let text = ConfirmationNotice { site: &to.site, name: &to.name };
            Ok(Some(text.email(&to.email, &to.name)?))
        }
        SendEmail::CopyReady { account, download, language } => {
            write_copy_ready(ctx, account, *download, language).await
        }
        SendEmail::RosterFileHeld { account, import } => write_roster_file_held(ctx, account, import).await,
        SendEmail::HandOverDecided { account, hand_over } => {
            write_hand_over_decided(ctx, account, *hand_over).await
        }
        SendEmail::AdmissionDecided { account, organization } => {
            write_admission_decided(ctx, account, organization).await
        }
        SendEmail::FromStaff { email, .. } => write_from_staff(ctx, *email).await,
        SendEmail::ProblemReported { report } => write_problem_reported(ctx, *report).await,
        SendEmail::MailTest { account } => {
            let Some(to) = EmailRecipient::find_for_account(ctx, account).await? else { return Ok(None) };
            let link = ctx.absolute_url(EMAIL_QUEUE);
            let text = MailTest { site: &to.site, name: &to.name, link: &link, language: to.language };
            Ok(Some(text.email(&to.email, &to.name)?))
        }
    }
}

async fn write_password_reset(ctx: &WorkerContext, account: &AccountId, run: &Run) -> WrittenEmail {
    let Some((to, link)) = issue_password_link(ctx, account, run, GOOD_FOR).await? else { return Ok(None) };
    let text = PasswordReset { site: &to.site, name: &to.name, username: &to.username, link: &link };
    Ok(Some(text.email(&to.email, &to.name)?))
}

/// The email to somebody for whom staff have created an account.
async fn write_account_created(ctx: &WorkerContext, account: &AccountId, run: &Run) -> WrittenEmail {
    let issued = issue_password_link(ctx, account, run, INVITATION_PERIOD).await?;
    let Some((to, link)) = issued else { return Ok(None) };
    let text = AccountInvitation {
        site: &to.site,
        name: &to.name,
        username: &to.username,
        link: &link,
        last_day: utc_date(ctx.now() + INVITATION_PERIOD),
        new_password: &ctx.absolute_url(FORGOT_PASSWORD),
        language: to.language,
    };
    Ok(Some(text.email(&to.email, &to.name)?))
}

/// Stores a key with this lifetime for the email of a job; returns the recipient and the link to the page on
/// which a password is chosen. `None` if nothing is to be sent.
async fn issue_password_link(
    ctx: &WorkerContext,
    account: &AccountId,
    run: &Run,
    lifetime: SignedDuration,
) -> Result<Option<(EmailRecipient, String)>, JobError> {
    let Some(to) = EmailRecipient::find_for_account(ctx, account).await? else { return Ok(None) };
    let secret = OpaqueToken::generate(&mut ctx.rng());
    let mut tx = ctx.db().begin().await?;
    // A change of the address voids all issued keys, so no key may be issued for the old address afterwards.
    let current = accounts::get_for_update(&mut tx, account).await?;
    if current.is_none_or(|account| account.email.as_deref() != Some(&to.email)) {
        tx.rollback().await?;
        return Ok(None);
    }
    let key = NewResetKey { hash: &secret.hash(), account, request: run.id(), lifetime };
    if !password_resets::insert(&mut tx, &key, ctx.now()).await? {
        tx.rollback().await?;
        tracing::warn!(%account, "no email: this account has been sent enough of them");
        return Ok(None);
    }
    tx.commit().await?;
    let link = ctx.absolute_url(&format!("{NEW_PASSWORD}/{}", secret.reveal()));
    Ok(Some((to, link)))
}

/// The notice of a change, sent to the previous address of the account.
async fn write_account_changed(ctx: &WorkerContext, undo: &str) -> WrittenEmail {
    // Undone, or removed.
    let Some(undo) = account_undos::get(ctx.db(), undo, ctx.now()).await? else { return Ok(None) };
    let Some(account) = find_usable_account(ctx, &undo.account).await? else { return Ok(None) };
    let secret = OpaqueToken::generate(&mut ctx.rng());
    if undo.is_undoable {
        account_undos::add_key(ctx.db(), &undo.id, &secret.hash()).await?;
    }
    let link = undo.is_undoable.then(|| ctx.absolute_url(&format!("{UNDO_CHANGE}/{}", secret.reveal())));
    let site = read_site_name(ctx, &account.site).await?;
    let name = account.display_name();
    let text = AccountChanged {
        site: &site,
        name: &name,
        email_changed: undo.email_changed,
        password_changed: undo.password_changed,
        link: link.as_deref(),
        until: utc_date(undo.undo_deadline()),
        language: account_language(&account),
    };
    Ok(Some(text.email(&undo.email, &name)?))
}

async fn write_join_requested(ctx: &WorkerContext, id: &str) -> WrittenEmail {
    // Confirmed, or too old.
    let Some(request) = join_requests::get(ctx.db(), id, ctx.now()).await? else { return Ok(None) };
    let secret = OpaqueToken::generate(&mut ctx.rng());
    join_requests::add_key(ctx.db(), id, &secret.hash()).await?;
    let text = JoinConfirmation {
        site: &read_site_name(ctx, &request.site).await?,
        is_organization: matches!(request.applicant, Applicant::Organization(_)),
        link: &ctx.absolute_url(&format!("{CONFIRM_JOINING}/{}", secret.reveal())),
        last_day: utc_date(request.ends()),
        language: Language::from_tag(&request.language).unwrap_or_default(),
    };
    Ok(Some(text.email(&request.email, "")?))
}

async fn write_confirmation_asked(ctx: &WorkerContext, id: &str) -> WrittenEmail {
    // Already answered, or removed.
    let Some(asked) = confirmations::get(ctx.db(), id).await? else { return Ok(None) };
    if asked.end_time() <= ctx.now() {
        return Ok(None);
    }
    let Some(account) = find_usable_account(ctx, &asked.account).await? else { return Ok(None) };
    let secret = OpaqueToken::generate(&mut ctx.rng());
    confirmations::add_key(ctx.db(), id, &secret.hash()).await?;
    let authority = asked.authority.as_deref().unwrap_or_default();
    let message: Vec<&str> = asked.message.as_deref().unwrap_or_default().lines().collect();
    let text = ConfirmationRequest {
        site: &read_site_name(ctx, &account.site).await?,
        authority,
        person: &account.display_name(),
        message: &message,
        link: &ctx.absolute_url(&format!("{CONFIRM}/{}", secret.reveal())),
        record_identifier: secret.reveal(),
        last_day: utc_date(asked.end_time()),
    };
    Ok(Some(text.email(&asked.email, authority)?))
}

async fn write_copy_ready(
    ctx: &WorkerContext,
    account: &AccountId,
    download: DownloadId,
    language: &str,
) -> WrittenEmail {
    let Some(to) = EmailRecipient::find_for_account(ctx, account).await? else { return Ok(None) };
    let Some(copy) = downloads::get(ctx.db(), download).await? else { return Ok(None) };
    // Fetched or expired before the email was sent.
    if copy.status_at(ctx.now()) != DownloadStatus::Available {
        return Ok(None);
    }
    let item = match &copy.item {
        Item::Title(title) => format!("/titles/{title}"),
        Item::Edition(id) => {
            let Some(edition) = editions::get(ctx.db(), id).await? else { return Ok(None) };
            format!("/periodicals/{}/{id}", edition.series)
        }
    };
    let member = copy.recipient.as_ref().filter(|recipient| *recipient != account);
    let member = member.map(|member| format!("?for={member}")).unwrap_or_default();
    let text = CopyReady {
        site: &to.site,
        name: &to.name,
        link: &ctx.absolute_url(&format!("{item}/downloads/{}{member}", copy.format)),
        hours: PACKAGE_LIFETIME.as_hours(),
        language: Language::from_tag(language).unwrap_or_default(),
    };
    Ok(Some(text.email(&to.email, &to.name)?))
}

async fn write_roster_file_held(ctx: &WorkerContext, account: &AccountId, import: &str) -> WrittenEmail {
    let Some(to) = EmailRecipient::find_for_account(ctx, account).await? else { return Ok(None) };
    // Released or discarded before the email was sent.
    let Some(file) = roster_imports::get(ctx.db(), import, ctx.now()).await? else { return Ok(None) };
    let Some(hold) = file.hold else { return Ok(None) };
    let text = RosterHoldNotice {
        site: &to.site,
        name: &to.name,
        file_name: &file.file_name,
        is_removal: hold.reason == HoldReason::Removals,
        link: &ctx.absolute_url(&format!("{ROSTER_IMPORT}/{import}")),
        last_day: utc_date(file.uploaded + HOLD_PERIOD),
        language: to.language,
    };
    Ok(Some(text.email(&to.email, &to.name)?))
}

async fn write_hand_over_decided(ctx: &WorkerContext, account: &AccountId, hand_over: i64) -> WrittenEmail {
    let Some(to) = EmailRecipient::find_for_account(ctx, account).await? else { return Ok(None) };
    // Removed with the account of the sponsor.
    let Some(request) = hand_overs::get(ctx.db(), hand_over).await? else { return Ok(None) };
    let Some(decision) = request.decision else { return Ok(None) };
    let Some(sponsor) = accounts::get(ctx.db(), &request.requested_by).await? else { return Ok(None) };
    let Some(organization) = organizations::get(ctx.db(), &request.organization).await? else {
        return Ok(None);
    };
    let text = HandOverNotice {
        site: &to.site,
        name: &to.name,
        organization: &organization.name,
        sponsor: &sponsor.display_name(),
        is_sponsor: *account == sponsor.id,
        is_granted: decision.is_granted,
        link: &ctx.absolute_url(PRIMARY_CONTACT),
        language: to.language,
    };
    Ok(Some(text.email(&to.email, &to.name)?))
}

async fn write_admission_decided(
    ctx: &WorkerContext,
    account: &AccountId,
    organization: &OrganizationId,
) -> WrittenEmail {
    let Some(to) = EmailRecipient::find_for_account(ctx, account).await? else { return Ok(None) };
    let Some(admission) = organization_admissions::get(ctx.db(), organization).await? else {
        return Ok(None);
    };
    let Some(decision) = admission.decision else { return Ok(None) };
    let Some(organization) = organizations::get(ctx.db(), organization).await? else { return Ok(None) };
    let text = AdmissionNotice {
        site: &to.site,
        name: &to.name,
        organization: &organization.name,
        is_admitted: decision.outcome == AdmissionOutcome::Admitted,
        link: &ctx.absolute_url(SCHOOL),
        language: to.language,
    };
    Ok(Some(text.email(&to.email, &to.name)?))
}

/// An email from a template, as staff have seen it before they sent it.
async fn write_from_staff(ctx: &WorkerContext, email: i64) -> WrittenEmail {
    // Removed with the account.
    let Some(new) = staff_emails::get(ctx.db(), email).await? else { return Ok(None) };
    let Some(reader) = readers::find_by_account(ctx.db(), &new.account, new.sent).await? else {
        return Ok(None);
    };
    let Some(address) = reader.account.email.clone() else { return Ok(None) };
    let name = reader.account.display_name();
    let text = StaffNotice {
        site: &read_site_name(ctx, &reader.account.site).await?,
        name: &name,
        kind: new.kind,
        is_more_needed: proof_decisions::is_more_needed(ctx.db(), &new.account, new.sent).await?,
        sentence: &wrap_words(new.sentence.as_deref().unwrap_or_default()),
        subscription_end: subscription_end(&reader, new.sent),
        link: &ctx.absolute_url(EMAIL_LINK_PATH),
        language: Language::from_tag(&new.language).unwrap_or_default(),
    };
    Ok(Some(text.email(&address, &name)?))
}

async fn write_problem_reported(ctx: &WorkerContext, number: i64) -> WrittenEmail {
    let Some(to) = ctx.problems_address.as_deref() else { return Ok(None) };
    let Some(report) = problem_reports::get(ctx.db(), number).await? else { return Ok(None) };
    // Closed before the email was sent, or about a title that no longer exists.
    if report.closed.is_some() {
        return Ok(None);
    }
    let Some(title) = titles::get(ctx.db(), report.title).await? else { return Ok(None) };
    let site = read_site_name(ctx, &report.site).await?;
    let words: Vec<&str> = report.words.as_deref().unwrap_or_default().lines().collect();
    let text = ProblemNotice {
        site: &site,
        number,
        title: &title.metadata.title,
        kind: report.kind.as_str(),
        words: &words,
        link: &ctx.absolute_url(&format!("/titles/{}", title.id)),
    };
    Ok(Some(text.email(to, "")?))
}

/// A person with an account, as emails need it.
struct EmailRecipient {
    email: String,
    name: String,
    username: String,
    site: String,
    language: Language,
}

impl EmailRecipient {
    /// `None` if there is no email address or no usable account.
    async fn find_for_account(ctx: &WorkerContext, account: &AccountId) -> Result<Option<Self>, JobError> {
        let Some(account) = find_usable_account(ctx, account).await? else { return Ok(None) };
        let Some(email) = account.email.clone() else { return Ok(None) };
        let site = read_site_name(ctx, &account.site).await?;
        let name = account.display_name();
        let username = account.sign_in_name().to_owned();
        Ok(Some(Self { email, name, username, site, language: account_language(&account) }))
    }
}

async fn find_usable_account(ctx: &WorkerContext, account: &AccountId) -> Result<Option<Account>, JobError> {
    let account = accounts::get(ctx.db(), account).await?;
    Ok(account.filter(Account::may_sign_in))
}

fn account_language(account: &Account) -> Language {
    Language::from_tag(account.language.as_deref().unwrap_or_default()).unwrap_or_default()
}

async fn read_site_name(ctx: &WorkerContext, id: &SiteId) -> Result<String, JobError> {
    let site = sites::get(ctx.db(), id).await?;
    Ok(site.map_or_else(|| id.to_string(), |site| site.name))
}

#[cfg(test)]
mod tests;
