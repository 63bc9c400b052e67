# Pages for administrators.
system-back = Back to the system
system-findings = What needs attention
system-well = Everything is well.
system-manage = Manage
system-facts = This installation
system-work = Background work
system-version = Version of this server
system-version-unknown = an earlier version
system-backup = Last backup
system-backup-start = Start a backup
system-backup-hint = The library stays usable. On the page of the job, you see the progress and can stop the backup.
system-backup-started = The backup is accepted.
system-backup-unfinished = A backup is already waiting or running: see the jobs.
system-backup-no-folder = No running process has a folder for backups, so nothing was started.
system-rehearsal = Last rehearsal of a restore
system-never = never
system-index = Search index
system-index-titles = { $count ->
    [one] one title
   *[other] { $count } titles
}
system-disk = Disk of the data folder
system-disk-space = { $free } of { $total } GB are free
system-lanes = Jobs by lane
system-waiting = Waiting
system-running = Running
system-failed = Failed
system-oldest = Oldest waiting since
system-planned = none: all are planned for later
system-processes = Processes that work in the background
system-processes-none = There are none.
system-process-running = version { $version }, last sign of life on { $date }
system-process-silent = version { $version }, silent since { $date }
system-yes = yes
system-no = no

# What needs attention, and what to do.
system-finding-no-workers = No process works in the background: copies, emails and changes of titles wait. Start “openshelf serve” with workers, or “openshelf worker”.
system-finding-several-versions = Processes run different versions of the program. Upgrade the machines that are behind.
system-finding-lane-waits = Jobs of the lane “{ $name }” have waited since { $date }. Start a process that serves this lane, or give it more slots.
system-finding-jobs-failed = { $count ->
    [one] One job has failed. Read why, and retry it once the cause is removed.
   *[other] { $count } jobs have failed. Read why, and retry them once the cause is removed.
}
system-finding-emails-failed = { $count ->
    [one] One email could not be sent. Read why, and retry it once the cause is removed.
   *[other] { $count } emails could not be sent. Read why, and retry them once the cause is removed.
}
system-finding-later-jobs = { $count ->
    [one] One job waits for a later version of the program. Upgrade the machines that run workers.
   *[other] { $count } jobs wait for a later version of the program. Upgrade the machines that run workers.
}
system-finding-no-backup = This library knows of no backup. Let “openshelf backup” run every day.
system-finding-old-backup = The last backup is from { $date }. Find out why there is no newer one.
system-finding-no-rehearsal = No backup has ever been restored as a test. Rehearse a restore, here or with “openshelf restore --rehearse”.
system-finding-old-rehearsal = A restore was last rehearsed on { $date }. Rehearse one again, here or with “openshelf restore --rehearse”.
system-finding-index-filling = The search index is being filled for the first time, so nothing can be found yet. Wait a few minutes.
system-finding-migrations = { $count ->
    [one] The database lacks one migration. Run “openshelf migrate”.
   *[other] The database lacks { $count } migrations. Run “openshelf migrate”.
}
system-finding-exposed-keys = Anybody can use the privileges of { $name }, because browsers show keys that have redirect addresses. Give the privileges to a key of their own without redirect addresses.
system-finding-no-speech = Books cannot be read aloud, so audio is offered only for recorded books. Install a speech engine and ffmpeg if readers need it.
system-finding-no-braille = Braille is not offered. Install the tables of liblouis if readers need it.
system-finding-low-space = The disk with the data folder is nearly full. Make room, or limit the space of converted books.
system-machine-root = The server runs as root. Run it as a user of its own.
system-machine-openFolder = Other users of this machine have access to the data folder. Close it to them.
system-machine-networkDisk = The database is a file on a network file system, where it can be damaged. Move it to a local disk, or use PostgreSQL.
system-machine-unconfined = The kernel of this machine does not confine the processes that read books. A newer one does.
system-machine-exposedData = Processes that read books may read folders with data or configuration. Keep these elsewhere, such as in /var/lib.
system-machine-noTls = The public address is not protected by TLS, so passwords can be intercepted. Set an https address.
system-machine-noMail = Emails cannot be sent, so nobody can get a link to a new password. Configure a mail server.
system-jobs-failed = Failed jobs
system-emails-failed = Failed emails
system-jobs-waiting = Waiting jobs

# Background jobs.
system-jobs-heading = Background jobs
system-jobs-text = Jobs that ended last come first. Done and stopped jobs are deleted after some days; failed ones stay until somebody retries them.
system-jobs-back = Back to the jobs
system-jobs-count = { $count ->
    [0] There are no such jobs
    [one] One job
   *[other] { $count } jobs
}
system-jobs-retry-kind = { $count ->
    [one] Retry the failed job: { $name }
   *[other] Retry all { $count } failed jobs: { $name }
}
system-jobs-retry-question = { $count ->
    [one] Retry one failed job?
   *[other] Retry { $count } failed jobs?
}
system-jobs-retry-text = Fix the cause first. Each job gets all its attempts again. Of jobs that do the same, only the newest is retried.
system-jobs-retry-now = Retry the jobs
system-jobs-retried = The failed jobs are retried.
system-jobs-retried-some = Failed jobs are retried. Others stay, because another job already does the same, or because there were too many at once. In that case, retry them again.
system-jobs-not-retried = No job was retried, because none of them is still failed, or other jobs already do the same.
system-job-name = { $name }, number { $number }
system-job-state = State
system-job-kind = Kind
system-job-lane = Lane
system-job-attempts = Attempts
system-job-attempts-of = { $count } of { $total }
system-job-created = Enqueued
system-job-next = Not before
system-job-finished = Ended
system-job-error = Last error
system-job-progress = Progress
system-job-progress-of = { $count } of { $total }
system-job-waits-for-backup = Another process is writing a backup into the same folder. This backup starts when the other one is done.
system-job-person = Caused by
system-job-title = Title
system-job-retry = Retry
system-job-retry-hint = The job gets all its attempts again.
system-job-cancel = Stop
system-job-cancel-hint = A waiting job is stopped immediately, a running one at its next step.
system-job-stopping = The job stops at its next step.
system-job-retried = The job is retried.
system-job-not-retried = The job was not retried, because it waits, runs or is done.
system-job-replaced = The job was not retried, because another one already does the same.
system-job-of-command = The job was not retried, because a command did this work. Run the same command again.
system-job-stopped = The job is stopped, or stops at its next step.
system-job-not-stopped = The job had already ended.
system-job-promised = This job cannot be stopped: it deletes data that the library has promised to delete. If it fails, retry it.
system-state-all = All
system-state-ready = Waiting
system-state-running = Running
system-state-done = Done
system-state-dead = Failed
system-state-cancelled = Stopped
system-lane-catalog = Catalog
system-lane-text = Text
system-lane-documents = Readers’ documents
system-lane-speech = Speech
system-lane-letters = Emails
system-lane-housekeeping = Housekeeping
system-lane-scans = Scans of the whole library
system-kind-all = All
system-kind-package = Copy of a book
system-kind-package-audio = Copy of a book with speech
system-kind-apply-title-update = Change of a title
system-kind-convert-title = Conversion of a title
system-kind-apply-periodical-update = Change of a periodical
system-kind-convert-document = Conversion of a reader’s document
system-kind-remove-document = Deletion of a reader’s document
system-kind-remove-documents = Deletion of a person’s documents
system-kind-erase-organization = Erasure of an organization
system-kind-rewrite-database = Rewriting of the SQLite file after an erasure
system-kind-letter = Email
system-kind-expire-packages = Deletion of expired copies
system-kind-purge = Deletion of what is no longer needed
system-kind-sweep = Deletion of files without an owner
system-kind-trim-artifacts = Deletion of converted books that need too much space
system-kind-add-formats = New formats for existing titles
system-kind-ingest = Ingest by a command
system-kind-ingest-uploads = Ingest of uploaded books and records
system-kind-take-rosters = Import of members’ files from folders
system-kind-take-backup = Backup
system-kind-rehearse-restore = Rehearsal of a restore
system-kind-export-catalog = Export of the catalog
system-kind-count-readership = Count of popular titles

# Emails.
system-emails-heading = Emails
system-emails-reasons = Why emails are not sent
system-emails-none = No email has failed.
system-emails-not-sent = { $count ->
    [one] One email could not be sent:
   *[other] { $count } emails could not be sent:
}
system-emails-tried-again = { $count ->
    [one] One email is tried again automatically:
   *[other] { $count } emails are tried again automatically:
}
system-emails-retry = Send all failed emails again
system-emails-retry-hint = Remove the cause first. Emails that are out of date are not sent.
system-emails-retried = The failed emails are sent again.
system-emails-test = Test email
system-emails-test-hint = An email is sent to { $name }. The next page says whether the mail server has taken it.
system-emails-test-now = Send a test email
system-emails-test-sent = The test email is on its way. Reload this page to see whether the mail server has taken it.
system-emails-no-address = Your account has no email address, so no test email can be sent to you.

# Apps.
system-apps-heading = Apps and keys
system-apps-text = Apps that may use the library’s interface, each with its key. A disabled key is treated like an unknown one within seconds.
system-apps-back = Back to the apps
system-app-new = Register an app
system-app-create = Register the app
system-app-key = Key
system-app-secret = Secret
system-app-state = State
system-app-enabled = enabled
system-app-disabled = disabled
system-app-site = Site
system-app-privileges = Privileges
system-app-privileges-hint = Most apps need none. A key with privileges belongs on a server: give it no redirect address, because browsers show keys that have one.
system-app-redirects = Redirect addresses
system-app-redirects-hint = One per line, exactly as the app sends them. Leave it empty if nobody signs in with the app.
system-app-redirect-wrong = { $name } cannot be registered: an address is complete, without a fragment, a wildcard or a user name, and either http(s) with a host or a scheme of the app’s own
system-app-redirects-many = An app has at most { $count } redirect addresses
system-app-has-secret = Has a secret
system-app-with-secret = It gets a secret, because it runs on a server that can keep one
system-app-exposed = Anybody can use the privileges of this key, because browsers show keys that have redirect addresses.
system-app-name = Name of the app
system-app-name-hint = People see it when they sign in with the app.
system-app-disable = Disable
system-app-enable = Enable
system-app-disabled-now = The key is disabled, everywhere within a few seconds.
system-app-enabled-now = The key is enabled again, everywhere within a few seconds.
system-app-ready = { $name } is registered
system-app-ready-text = Enter this in the app.
system-app-ready-once = The secret is shown only now.
system-app-secret-replace = Replace the secret
system-app-secret-question = Replace the secret of { $name }?
system-app-secret-text = The present secret stops working immediately. The app gets no more tokens until it has the new one.
system-app-secret-now = Replace the secret now
system-app-secret-ready = The new secret
system-app-secret-kept = Nothing was replaced, because the secret has changed in the meantime.
system-privilege-membership = Manage memberships
system-privilege-signup = Sign people up
system-privilege-orgSignup = Sign organizations up
system-privilege-marketing = Store campaigns
system-privilege-partnerDrive = Use the partner’s drive
system-privilege-competentAuthority = Confirm disabilities for authorities
system-privilege-sponsorAdmin = Manage sponsors and members
system-privilege-passwordGrant = Sign in with name and password

# Staff.
system-staff-heading = Staff
system-staff-text = Everybody who works for the library, on all sites, with their roles.
system-staff-back = Back to the staff
system-staff-change = Change the roles of { $name }
system-staff-find = Give somebody else a role
system-staff-person = Email address or user name
system-staff-person-hint = The person needs an account.
system-staff-find-now = Find the person
system-staff-unknown = There is no account with this email address or user name. Check the spelling.
system-staff-account = Account
system-staff-last-sign-in = Last sign-in
system-staff-no-sign-in = unknown
system-staff-roles = Roles of { $name }
system-staff-own = These are your own roles. Another administrator can take them away.
system-staff-desk = Everything about this person
system-staff-give = Give the role “{ $name }”
system-staff-take = Take the role “{ $name }” away
system-staff-give-question = Give { $name } the role “{ $role }”?
system-staff-give-now = Give the role
system-staff-take-question = Take the role “{ $role }” away from { $name }?
system-staff-take-now = Take the role away
system-staff-take-text = This takes effect immediately. A person without any role of staff is signed out of all browsers and apps, and the cases that the person has taken are free again. Other roles stay. A person without any role becomes an individual member.
system-staff-keep = Change nothing
system-staff-about-collectionAssistant = Collection assistants add titles of their site, change them, publish them and withdraw them.
system-staff-about-membershipAssistant = Membership assistants see everybody on their site with their proofs of disability, decide on proofs, agreements and subscriptions, and change accounts.
system-staff-about-administrator = Administrators do all of this on every site. They also register apps, change the rules of sites, and give and take these roles. Few people need this role.
system-staff-given = The role is given.
system-staff-taken = The role is taken away.
system-staff-unchanged = Nothing was changed, because this was done already.
system-staff-refused-sign-in = The role was not given, because the account is locked or has no name to sign in with.
system-staff-refused-own = Nobody takes away a role of their own. Another administrator can do it.
system-staff-refused-last = The role was not taken away, because no other administrator could sign in. Give it to somebody else first.

# Sites.
system-sites-heading = Sites
system-sites-text = The sites of this library, with the rules of each.
system-sites-back = Back to the sites
system-site-id = Identifier
system-site-name = Name
system-site-country = Country
system-site-private = Private label
system-site-new = New site
system-site-identifier-hint = Up to 40 lower-case letters, digits and hyphens. It appears in addresses and cannot be changed later.
system-site-identifier-wrong = An identifier consists of up to 40 lower-case letters without accents, digits and hyphens
system-site-exists = There is a site with this identifier already
system-site-country-hint = Visitors who are not signed in see the titles of this country.
system-site-private-label = Private label: recommendations leave out what every site shares
system-site-create = Create the site
system-site-created = The site is created. Check its rules.
system-site-details = Name, country and kind
system-site-save-details = Save the site
system-site-changed = The site is saved.
system-site-rules = Rules of { $name }
system-site-saved = The rules are saved.
system-site-reviews = Confirmations of disabilities that staff review before they count
system-site-save-reviews = Save what is reviewed
system-review-always = All
system-review-unproven = Doubtful ones, and those of apps that prove no secret
system-review-doubtful = Doubtful ones: from authorities at free mail services, or that have confirmed many members
system-review-never = None
system-site-joining = Who may join on the pages, without staff
system-site-readers = Readers may create accounts
system-organizations-no = Organizations may not register
system-organizations-reviewed = Organizations may register, and are served once staff have admitted them
system-organizations-yes = Organizations may register, and are served immediately
system-site-save-joining = Save who may join
system-site-sources = Submitted proofs that suffice
system-site-sources-missing = Choose at least one source of proofs
system-site-certifiers = Professionals whose confirmations suffice
system-site-certifiers-missing = Choose at least one kind of professionals
system-site-days = Days of access while the first proof is checked
system-site-days-hint = From 0 (none) to { $count }
system-site-days-wrong = Enter a number from 0 to { $count }
system-site-save-admission = Save the rules for proofs

# Types of organizations, and the list of organizations that exist.
system-types-heading = Types of organizations
system-types-text = An organization chooses one of these types when it registers. Organizations of a removed type keep it.
system-types-back = Back to the types
system-type-set = Add a type, or change a description
system-type-name = Name for apps
system-type-name-hint = Up to 40 letters and digits without spaces, such as groupHome. With the name of an existing type, its description is changed.
system-type-name-wrong = A name consists of up to 40 letters without accents, and digits
system-type-description = Description for people
system-type-save = Save the type
system-type-saved = The type is saved.
system-type-change = Change the description of { $name }
system-type-remove-question = Remove the type { $name }?
system-type-remove-text = No organization can choose it any more. Organizations of this type keep it.
system-type-removed = The type is removed.
system-remove = Remove { $name }
system-remove-now = Remove
system-references-heading = List of organizations
system-references-text = Schools and other organizations that exist. They choose their own entry when they register, and readers choose their school.
system-references-back = Back to the list
system-references-count = { $count ->
    [0] There are no such organizations
    [one] One organization
   *[other] { $count } organizations
}
system-references-import = Import a file of organizations
system-references-import-text = Rows with a new identifier are added, and an entry that has the identifier of a row is replaced. No entry is removed. You see what would change before anything is written.
system-references-import-hint = A CSV file in UTF-8 with commas between the columns, at most { $size } MB and { $rows } rows; send a longer list in several files. The first line names the columns: referenceOrgId, name, state and country, and, if the list has them, parentName, organizationType, address1, address2, city and postalCode. In organizationType, give a type by its name for apps, such as school.
system-references-import-kind = Type of rows without one
system-references-import-no-kind = None: every row names its type
system-references-import-unreadable = The file cannot be read as a list of organizations
system-references-import-new = { $count ->
    [one] One new organization
   *[other] { $count } new organizations
}
system-references-import-changed = { $count ->
    [one] One organization is replaced
   *[other] { $count } organizations are replaced
}
system-references-import-unchanged = { $count ->
    [one] One organization already matches the file
   *[other] { $count } organizations already match the file
}
system-references-import-confirm = { $count ->
    [one] Import one organization
   *[other] Import { $count } organizations
}
system-references-import-gone = This file was imported already, or it was uploaded too long ago. If something is missing from the list, upload the file again.
system-references-imported = The file is imported.
system-references-imported-some = The file is imported, except for the rows with faults.
system-reference-new = Add an organization
system-reference-change = Change an organization in the list
system-reference-add = Add
system-reference-save = Save
system-reference-added = The organization is added.
system-reference-changed = The organization is saved.
system-reference-remove-question = Remove { $name } from the list?
system-reference-remove-text = Nobody can choose it any more. An organization that has registered stays.
system-reference-removed = The organization is removed from the list.
system-reference-id = Identifier
system-reference-id-hint = The identifier that the publisher of the list uses. It cannot be changed later.
system-reference-id-wrong = The identifier is too long: enter at most 80 characters
system-reference-exists = There is an organization with this identifier in the list already
system-reference-name = Name
system-reference-parent = Part of
system-reference-type = Type
system-reference-address = Postal address
system-reference-location = Location, if it is elsewhere
system-reference-line1 = Street and number
system-reference-line2 = Address, second line
system-reference-city = City
system-reference-city-hint = The whole name of the city
system-reference-state = State or region
system-reference-state-hint = The code of ISO 3166-2, with or without the country, such as US-OR or OR
system-reference-state-wrong = Enter the ISO 3166-2 code of a state or region of this country
system-reference-location-state-wrong = Location: enter the ISO 3166-2 code of a state or region of its country
system-reference-postal-code = Postal code
system-reference-same-country = The same

# Tracing a copy.
system-trace-heading = Trace a copy
system-trace-text = If a copy of a book turns up where it should not be, upload it. Its hidden fingerprint names the download that the copy was made for. The file is not kept.
system-trace-hint = At most { $count } MB. For a larger copy, a single file with text is often enough.
system-trace-now = Upload and trace
system-trace-unreadable = The file cannot be read
system-trace-nothing = This file has no fingerprint of this library.
system-trace-no-record = The fingerprint is this library’s, but the record of download { $name } no longer exists.
system-trace-found = The copy was made for this download.
system-trace-download = Download
system-trace-item = Title or edition
system-trace-requested = Requested
system-trace-caller = Requested by
system-trace-recipient = Made for
system-trace-guest = a guest
system-trace-places = Places with the fingerprint

# Rehearsing a restore.
system-rehearsal-heading = Rehearse a restore
system-rehearsal-text = A backup that has never been restored is not proven to work. A rehearsal restores the newest complete backup in the folder for backups into a scratch library. It compares all files and rows, builds the search index, opens up to ten books in three formats each, and lets a test reader sign in. Then it deletes the scratch library. Your own library is not changed, and stays usable.
system-rehearsal-needs = What it needs
system-rehearsal-needs-space = Space in the folder for backups: twice the size of the database. Books are linked and take no space; on a file system without links, they take as much as in the backup. With too little space, the rehearsal does not begin.
system-rehearsal-needs-time = Time: every file is read. That takes minutes, and hours in a large library. Other jobs do not wait for it.
system-rehearsal-needs-database = No further rights: the scratch library is a SQLite file, even if your library uses PostgreSQL. It sends no emails.
system-rehearsal-start = Start a rehearsal
system-rehearsal-started = The rehearsal is accepted.
system-rehearsal-unfinished = A rehearsal is already waiting or running.
system-rehearsal-no-folder = No running process has a folder for backups, so no rehearsal can be started here. Run “openshelf restore --rehearse” with a recent backup.
system-rehearsal-latest = Latest rehearsal started here
system-rehearsal-none = There was none in the last few days.
system-rehearsal-reload = Load this page again to see the progress, and later the result.
system-rehearsal-job = The job of this rehearsal, to stop or retry it
system-rehearsal-taken = Time of the backup
system-rehearsal-duration = Duration
system-rehearsal-files = Files compared
system-rehearsal-files-size = { $count } ({ $size })
system-rehearsal-rows = Database rows compared
system-rehearsal-titles = Titles in the search index
system-rehearsal-books = Books opened
system-rehearsal-books-copies = { $count } (copies: { $copies })
system-rehearsal-reader = A test reader could sign in
system-rehearsal-report = Report in the data folder
system-rehearsal-faults = What failed
system-rehearsal-advice = If files of the backup are damaged, delete them in its folder. Then start a backup, which copies missing files again, and rehearse it. If a title is named, a book could not be made from it: see the page about the title. In all other cases, fix the cause that is named, and start another rehearsal.
