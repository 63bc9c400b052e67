//! `openshelf admin subscriptions`: people's subscriptions.

use clap::{Args, Subcommand};
use domain::dates::utc_date;
use domain::subscriptions::{DownloadTimeframe, Subscription};
use jiff::civil::Date;
use services::subscriptions::{
    self, NewSubscription, SubscriptionAddress, SubscriptionForm, SubscriptionView,
};
use services::values::{Count, ShortText, Text};
use services::{Change, KeyPage, Operation};

use super::operator::{change_or_keep, no_faults, parse_change, parse_value};
use crate::commands::parse_date;
use crate::library::current_time;

/// Subscriptions of people. An organization gets its subscription when it is created.
#[derive(Debug, Subcommand)]
pub enum Subscriptions {
    /// Give a person a subscription, in addition to existing ones
    Create(CreateSubscription),
    /// List a person's subscriptions, newest start first
    List {
        /// Account identifier, user name or email address
        user: String,
        /// Number of subscriptions
        #[arg(long, default_value_t = 100)]
        limit: u32,
    },
    /// Show one subscription
    Show(OneSubscription),
    /// Change a subscription; omitted options keep their value, and an empty value clears it
    Change(ChangeSubscription),
    /// End a subscription at the beginning of a day, in UTC
    End {
        /// The subscription
        #[command(flatten)]
        one: OneSubscription,
        /// The day, YYYY-MM-DD; today if absent
        #[arg(long, value_parser = parse_date)]
        end_date: Option<Date>,
    },
}

/// Fields of a subscription.
#[derive(Debug, Args)]
struct SubscriptionDetails {
    /// It ends when this day begins, in UTC: YYYY-MM-DD; open by default
    #[arg(long, value_parser = parse_change::<Date>)]
    end_date: Option<Change<Date>>,
    /// Books per time frame
    #[arg(long, value_parser = parse_change::<Count>)]
    num_books_allowed: Option<Change<Count>>,
    /// monthly or entireSubscription
    #[arg(long)]
    download_timeframe: Option<DownloadTimeframe>,
    /// Notes for the staff
    #[arg(long, value_parser = parse_change::<Text<2000>>)]
    notes: Option<Change<Text<2000>>>,
}

/// A new subscription.
#[derive(Debug, Args)]
pub struct CreateSubscription {
    /// Account identifier, user name or email address
    user: String,
    /// Name of a type offered by the person's site, for example individual
    #[arg(long, value_parser = parse_value::<ShortText>)]
    user_subscription_type: ShortText,
    /// The day it begins, YYYY-MM-DD; today if absent
    #[arg(long, value_parser = parse_date)]
    start_date: Option<Date>,
    #[command(flatten)]
    details: SubscriptionDetails,
}

/// A change of a subscription.
#[derive(Debug, Args)]
pub struct ChangeSubscription {
    #[command(flatten)]
    one: OneSubscription,
    /// Name of a type offered by the person's site
    #[arg(long, value_parser = parse_value::<ShortText>)]
    user_subscription_type: Option<ShortText>,
    /// The day it begins, YYYY-MM-DD
    #[arg(long, value_parser = parse_date)]
    start_date: Option<Date>,
    #[command(flatten)]
    details: SubscriptionDetails,
}

/// One subscription.
#[derive(Debug, Args)]
pub struct OneSubscription {
    /// Account identifier, user name or email address
    user: String,
    /// Identifier of the subscription
    subscription: String,
}

pub async fn run(command: Subscriptions, op: &Operation) -> anyhow::Result<()> {
    match command {
        Subscriptions::Create(new) => {
            let start = new.start_date.unwrap_or_else(|| op.today());
            let subscription = NewSubscription {
                start_date: start.into(),
                user_subscription_type: new.user_subscription_type.into(),
                details: new.details.into_request(),
            };
            let created = subscriptions::create(op, &new.user, subscription, no_faults()).await;
            let held = created?;
            println!("subscription  {}", held.subscription.id);
        }
        Subscriptions::List { user, limit } => {
            let listed = subscriptions::list(op, &user, &KeyPage::first_page(limit)).await?;
            for (_, held) in &listed.rows {
                println!(
                    "{:<24} {:<16} {}  {:<10}  {:>6} {:<18} {}",
                    held.id,
                    held.kind,
                    utc_date(held.start),
                    format_end(held),
                    held.allowed_books(),
                    held.timeframe.as_str(),
                    state_name(held),
                );
            }
        }
        Subscriptions::Show(one) => {
            let address = SubscriptionAddress { person: &one.user, id: &one.subscription.into() };
            print_subscription(&subscriptions::get(op, address).await?);
        }
        Subscriptions::Change(ChangeSubscription { one, user_subscription_type, start_date, details }) => {
            let form =
                SubscriptionForm { start_date, user_subscription_type, details: details.into_request() };
            apply_change(op, one, form).await?;
        }
        Subscriptions::End { one, end_date } => {
            let day = end_date.unwrap_or_else(|| utc_date(current_time()));
            let details =
                subscriptions::SubscriptionDetails { end_date: Change::Set(day), ..Default::default() };
            let form = SubscriptionForm { details, ..SubscriptionForm::default() };
            apply_change(op, one, form).await?;
        }
    }
    Ok(())
}

async fn apply_change(op: &Operation, one: OneSubscription, form: SubscriptionForm) -> anyhow::Result<()> {
    let id = one.subscription.into();
    let address = SubscriptionAddress { person: &one.user, id: &id };
    print_subscription(&subscriptions::change(op, address, form, no_faults()).await?);
    Ok(())
}

impl SubscriptionDetails {
    fn into_request(self) -> subscriptions::SubscriptionDetails {
        subscriptions::SubscriptionDetails {
            end_date: change_or_keep(self.end_date),
            num_books_allowed: change_or_keep(self.num_books_allowed),
            download_timeframe: self.download_timeframe.into(),
            notes: change_or_keep(self.notes),
        }
    }
}

fn print_subscription(view: &SubscriptionView) {
    let (owner, subscription) = (&view.owner, &view.subscription);
    println!("subscription  {}", subscription.id);
    println!("user          {} ({})", owner.id, owner.display_name());
    println!("type          {}", subscription.kind);
    println!("from          {}", utc_date(subscription.start));
    println!("until         {}", format_end(subscription));
    println!("books         {} ({})", subscription.allowed_books(), subscription.timeframe.as_str());
    println!("notes         {}", subscription.notes.as_deref().unwrap_or("-"));
    println!("state         {}", state_name(subscription));
}

fn format_end(subscription: &Subscription) -> String {
    subscription.end.map_or_else(|| "open".to_owned(), |end| utc_date(end).to_string())
}

fn state_name(subscription: &Subscription) -> &'static str {
    let now = current_time();
    if subscription.is_active_at(now) {
        "active"
    } else if subscription.start > now {
        "not begun"
    } else {
        "ended"
    }
}
