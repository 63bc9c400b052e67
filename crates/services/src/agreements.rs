//! Signed agreements (docs/rules/records.md#rule-29, docs/rules/memberships.md#rule-1,
//! docs/rules/memberships.md#rule-10).

use domain::agreements::may_be_signed;
use domain::{Account, AccountId, Agreement, AgreementId, AgreementType, AuditedAct, Organization, utc_date};
use jiff::Timestamp;
use jiff::civil::Date;
use store::Tx;

use crate::accounts::{find_managed, lock_managed, lock_open};
use crate::queries::{find_if_some, sort_unique};
use crate::{Error, ErrorKey, Faults, Field, Operation, RequiredField, Result, ShortText};

/// An agreement that was signed on paper.
#[derive(Debug, Clone)]
pub struct NewAgreement {
    pub agreement_type: RequiredField<AgreementType>,
    /// The day of the signature. Not in the future, nor before the person's birth.
    pub date_signed: RequiredField<Timestamp>,
    /// The name as printed next to the signature.
    pub print_name: RequiredField<ShortText>,
    /// Must be true for people who were under 18 then; false if absent.
    pub signed_by_legal_guardian: Option<bool>,
}

/// An agreement that was signed on paper, without faults.
#[derive(Debug)]
pub(crate) struct SignedPaper {
    kind: AgreementType,
    date_signed: Timestamp,
    print_name: String,
    signed_by_legal_guardian: bool,
}

/// An agreement that is being signed now.
#[derive(Debug, Clone)]
pub struct Signature {
    pub print_name: RequiredField<ShortText>,
    /// Must be true for people under 18; false if absent.
    pub signed_by_legal_guardian: Option<bool>,
    /// The terms of use if absent.
    pub agreement_type: Option<AgreementType>,
}

#[derive(Debug, Clone)]
pub struct SignedAgreement {
    pub agreement: Agreement,
    pub owner: Account,
    /// The account that recorded it. `None` if it was the operator.
    pub recorder: Option<Account>,
}

/// The agreements of a person, newest first, ended ones too, with the person. Two statements, and one for all
/// who recorded them.
pub async fn list(op: &Operation, person: &str) -> Result<(Account, Vec<SignedAgreement>)> {
    let owner = find_managed(op, person).await?;
    let agreements = store::agreements::list_for_account(op.db(), &owner.id).await?;
    let ids: Vec<AccountId> = sort_unique(agreements.iter().filter_map(|a| a.recorded_by.clone()));
    let recorders = store::accounts::get_many(op.db(), &ids).await?;
    let signed = |agreement: Agreement| {
        let by = recorders.iter().find(|recorder| Some(&recorder.id) == agreement.recorded_by.as_ref());
        SignedAgreement { recorder: by.cloned(), owner: owner.clone(), agreement }
    };
    let all = agreements.into_iter().map(signed).collect();
    Ok((owner, all))
}

/// One agreement of a person.
///
/// # Errors
/// `USER_NOT_FOUND`; `AGREEMENT_NOT_FOUND` if the person has none with this identifier.
pub async fn get(op: &Operation, person: &str, id: AgreementId) -> Result<SignedAgreement> {
    let owner = find_managed(op, person).await?;
    let agreement = find_agreement(op.db(), &owner, &id).await?;
    with_recorder(op, owner, agreement).await
}

/// Records an agreement that a person signed. It counts in the person's next request.
///
/// # Errors
/// The faults of the request; `USER_NOT_FOUND`, `OPERATION_NOT_ALLOWED`; `AGREEMENT_EXISTS` if the person has
/// a current one of this type.
pub async fn record(
    op: &Operation,
    person: &str,
    form: NewAgreement,
    faults: Faults,
) -> Result<SignedAgreement> {
    let mut tx = op.db().begin().await?;
    // An unknown person is reported only after the faults of the request
    // (docs/rules/errors.md#rule-2).
    let signer = lock_signer(op, &mut tx, person).await;
    let paper = form.into_paper(signer.as_ref().ok().map(|(account, _)| account), op.now, faults)?;
    let (owner, organization) = signer?;
    let agreement = record_paper(op, &mut tx, (&owner, organization.as_ref()), paper).await?;
    tx.commit().await?;
    Ok(SignedAgreement { agreement, owner, recorder: op.signed_in_account().cloned() })
}

/// Records the agreement of a person who is locked ([`lock_signer`]), for the organization that it sponsors.
///
/// # Errors
/// `AGREEMENT_EXISTS` if the person has a current one of this type.
pub(crate) async fn record_paper(
    op: &Operation,
    tx: &mut Tx,
    (owner, organization): (&Account, Option<&Organization>),
    paper: SignedPaper,
) -> Result<Agreement> {
    let agreement = Agreement {
        id: op.random_id(),
        account: owner.id.clone(),
        kind: paper.kind,
        date_signed: paper.date_signed,
        date_expired: None,
        print_name: paper.print_name,
        recorded_by: op.signed_in_id().cloned(),
        signed_by_legal_guardian: paper.signed_by_legal_guardian,
    };
    store_signature(tx, &agreement, organization.cloned()).await?;
    op.record_change(tx, AuditedAct::RecordAgreement, &owner.id).await?;
    Ok(agreement)
}

/// Ends an agreement of a person: it does not count in the person's next request. One that has ended before
/// stays unchanged.
///
/// # Errors
/// `USER_NOT_FOUND`, `OPERATION_NOT_ALLOWED`; `AGREEMENT_NOT_FOUND` if the person has none with this
/// identifier.
pub async fn expire(op: &Operation, person: &str, id: AgreementId) -> Result<SignedAgreement> {
    let mut tx = op.db().begin().await?;
    let (owner, organization) = lock_signer(op, &mut tx, person).await?;
    let mut agreement = find_agreement(&mut tx, &owner, &id).await?;
    if agreement.date_expired.is_none() {
        agreement.date_expired = Some(op.now);
        store::agreements::expire(&mut tx, &agreement.id, op.now).await?;
        record_on_file(&mut tx, &agreement, organization).await?;
        op.record_change(&mut tx, AuditedAct::EndAgreement, &owner.id).await?;
    }
    tx.commit().await?;
    with_recorder(op, owner, agreement).await
}

/// Signs an agreement as the person itself.
///
/// # Errors
/// The faults of the request; `AGREEMENT_EXISTS` if the person has a current one of this type.
pub async fn sign_own(op: &Operation, form: Signature, mut faults: Faults) -> Result<SignedAgreement> {
    let signer = op.account()?;
    check_guardian(signer, op.today(), form.signed_by_legal_guardian, &mut faults);
    let agreement = Agreement {
        id: op.random_id(),
        account: signer.id.clone(),
        kind: form.agreement_type.unwrap_or(AgreementType::TermsOfUse),
        date_signed: op.now,
        date_expired: None,
        print_name: faults.complete_with(form.print_name.into_value())?.0,
        recorded_by: Some(signer.id.clone()),
        signed_by_legal_guardian: form.signed_by_legal_guardian.unwrap_or_default(),
    };
    let mut tx = op.db().begin().await?;
    // The organization is always locked before the people in it.
    let organization = lock_sponsored_organization(&mut tx, signer).await?;
    let account = lock_open(&mut tx, &signer.id).await?;
    let organization = organization.filter(|organization| account.is_sponsor_of(&organization.id));
    store_signature(&mut tx, &agreement, organization).await?;
    op.commit_change(tx, AuditedAct::SignAgreement, &signer.id).await?;
    Ok(SignedAgreement { agreement, owner: signer.clone(), recorder: Some(signer.clone()) })
}

impl NewAgreement {
    /// The agreement, or everything that is wrong with it. `person` is `None` if nobody is found.
    pub(crate) fn into_paper(
        self,
        person: Option<&Account>,
        now: Timestamp,
        mut faults: Faults,
    ) -> Result<SignedPaper> {
        self.validate(person, now, &mut faults);
        let (kind, date_signed, print_name) = faults.complete_with(self.kind_date_and_name())?;
        let signed_by_legal_guardian = self.signed_by_legal_guardian.unwrap_or_default();
        Ok(SignedPaper { kind, date_signed, print_name, signed_by_legal_guardian })
    }

    /// Adds the faults of the date, and of the signer at that date.
    fn validate(&self, person: Option<&Account>, now: Timestamp, faults: &mut Faults) {
        let Some(&signed) = self.date_signed.as_value() else { return };
        if !may_be_signed(signed, now) {
            faults.add(ErrorKey::InvalidDate, Field::DateSigned, "must not be in the future");
        }
        let Some(person) = person else { return };
        if person.date_of_birth.is_some_and(|born| utc_date(signed) < born) {
            faults.add(
                ErrorKey::InvalidDate,
                Field::DateSigned,
                "must not be before the birth of who signed",
            );
        }
        check_guardian(person, utc_date(signed), self.signed_by_legal_guardian, faults);
    }

    /// The required fields, if all are valid.
    fn kind_date_and_name(&self) -> Option<(AgreementType, Timestamp, String)> {
        let ShortText(name) = self.print_name.as_value()?;
        Some((*self.agreement_type.as_value()?, *self.date_signed.as_value()?, name.clone()))
    }
}

/// For a person under 18 on the day of the signature a guardian signs (docs/rules/memberships.md#rule-1).
fn check_guardian(person: &Account, signed: Date, by_guardian: Option<bool>, faults: &mut Faults) {
    const FIELD: Field = Field::SignedByLegalGuardian;
    if person.was_minor(signed) && by_guardian != Some(true) && !faults.has_field(FIELD) {
        faults.add(ErrorKey::InvalidParameter, FIELD, "must be true for readers under 18");
    }
}

/// Locks the person and the organization that it sponsors.
pub(crate) async fn lock_signer(
    op: &Operation,
    tx: &mut Tx,
    name: &str,
) -> Result<(Account, Option<Organization>)> {
    // The organization is always locked before the people in it.
    let organization = store::organizations::get_sponsored_for_update(tx, name).await?;
    let account = lock_managed(op, tx, name).await?;
    let organization = organization.filter(|organization| account.is_sponsor_of(&organization.id));
    Ok((account, organization))
}

async fn find_agreement(conn: impl store::Conn, owner: &Account, id: &AgreementId) -> Result<Agreement> {
    let found = store::agreements::get(conn, id).await?;
    let own = found.filter(|agreement| agreement.account == owner.id);
    own.ok_or_else(|| ErrorKey::AgreementNotFound.into())
}

async fn with_recorder(op: &Operation, owner: Account, agreement: Agreement) -> Result<SignedAgreement> {
    let recorder = agreement.recorded_by.as_ref();
    let recorder = find_if_some(recorder.map(|id| store::accounts::get(op.db(), id))).await?;
    Ok(SignedAgreement { agreement, owner, recorder })
}

/// The organization whose agreement this person signs, as a sponsor of it; locked until the transaction ends.
/// Always before the person.
async fn lock_sponsored_organization(tx: &mut Tx, account: &Account) -> Result<Option<Organization>> {
    let own = account.membership.as_ref().map(|place| &place.organization);
    match own.filter(|own| account.is_sponsor_of(own)) {
        Some(own) => Ok(store::organizations::get_for_update(tx, own).await?),
        None => Ok(None),
    }
}

/// Stores a signature; an account has one current agreement of a type. `organization` is the one that the
/// signer sponsors.
async fn store_signature(
    tx: &mut Tx,
    agreement: &Agreement,
    organization: Option<Organization>,
) -> Result<()> {
    store::agreements::insert(&mut *tx, agreement).await.map_err(|error| {
        if error.is_conflict() { ErrorKey::AgreementExists.into() } else { Error::from(error) }
    })?;
    record_on_file(tx, agreement, organization).await
}

/// Records in the organization whether an agreement of it is on file (docs/rules/organizations.md#rule-11,
/// `hasOrgAgreement`), after this one was signed or ended.
async fn record_on_file(
    tx: &mut Tx,
    agreement: &Agreement,
    organization: Option<Organization>,
) -> Result<()> {
    let organization = organization.filter(|_| agreement.kind == AgreementType::TermsOfUse);
    let Some(mut organization) = organization else { return Ok(()) };
    organization.agreement_signed = store::agreements::is_signed(&mut *tx, &organization.id).await?;
    store::organizations::update(&mut *tx, &organization).await?;
    Ok(())
}
