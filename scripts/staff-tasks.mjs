// A day of those who help readers: at a school, and at the membership desk. tasks.mjs does these tasks if its plan has:
//
//   "staff": { "sponsor", "administrator" },     each with "username" and "password"
//   "title": 1003, "titleName": "TITLE",         a title that not everybody may have
//   "open": "TITLE",                             a title that everybody may have
//   "rounds": [{ "scripted",
//     "member", "grade",     a member of the sponsor's organization, and another grade
//     "pupil", "book",       a member who can sign in, and a book that is not on the shelf of this member
//     "group",               the name of a new group
//     "reader",              somebody without agreement and subscription, who has submitted a proof
//     "readerName" }]        the name by which this reader signs in

/** A member of the organization, chosen in the list. */
async function chooseMember(sponsor, name) {
  await sponsor.link(/^Members$/)
  await sponsor.field(/^Name or user name$/, name)
  await sponsor.leads(() => sponsor.page.keyboard.press('Enter'))
  await sponsor.check(new RegExp(`^${name}`))
}

/** Shows what an act on the chosen members would change, and confirms it by the button that has its name. The long form
 * is noted once. */
async function confirm(sponsor, name, { again = true } = {}) {
  const show = () => sponsor.button(/^Show what changes$/)
  await (again ? sponsor.passesBy(show) : show())
  await sponsor.reads('One member changes.')
  await sponsor.button(name)
  await sponsor.reads('One member was changed.')
}

export const STAFF_TASKS = {
  async 'a day at a school'(sponsor, { plan, round }) {
    await sponsor.homeSignedIn(plan.staff.sponsor)
    await sponsor.link(/^My organization$/)

    // One member changes the grade, and changes it back.
    await chooseMember(sponsor, round.member)
    await sponsor.select(/^What to do$/, /^Set the grade$/)
    await sponsor.select(/^New grade$/, new RegExp(`^${round.grade}$`))
    await confirm(sponsor, new RegExp(`^Set the grade: ${round.grade}$`), { again: false })
    await sponsor.link(/^Imports and removals$/)
    await sponsor.link(/^Change of grade, /)
    await sponsor.reads('before:')
    await sponsor.button(/^Undo it now$/)
    await sponsor.reads('Everything is undone.')
    await sponsor.link(/^All imports and removals$/)
    await sponsor.reads('Undone by')
    await sponsor.link(/^Your organization$/)

    // A member who lost the password gets a card. What is spelled on it is not noted.
    await sponsor.passesBy(() => chooseMember(sponsor, round.pupil))
    await sponsor.select(/^What to do$/, /^Reset the sign-in$/)
    await confirm(sponsor, /^Reset the sign-in$/)
    await sponsor.hear({ until: 'Sign-in name, letter by letter', whole: true })

    // The member gets a book.
    await sponsor.passesBy(async () => {
      await sponsor.link(/^To the members$/)
      await sponsor.link(new RegExp(`^${round.pupil}`))
      await sponsor.field(/^Title, author or ISBN$/, round.book)
      await sponsor.leads(() => sponsor.page.keyboard.press('Enter'))
    })
    await sponsor.button(new RegExp(`^Put .*${round.book}.* on the shelf$`))
    await sponsor.reads('The book is on the shelf')
    await sponsor.passesBy(async () => {
      await sponsor.link(/^Back to the members$/)
      await sponsor.link(/^Your organization$/)
    })

    // A new group gets its first member.
    await sponsor.link(/^Groups and classes$/)
    await sponsor.link(/^Make a group$/)
    await sponsor.field(/^Name of the group$/, round.group)
    await sponsor.button(/^Make a group$/)
    await sponsor.reads('The group is made.')
    await sponsor.passesBy(async () => {
      await sponsor.link(/^Your organization$/)
      await chooseMember(sponsor, round.member)
    })
    await sponsor.select(/^What to do$/, /^Put into a group$/)
    await sponsor.select(/^Group$/, new RegExp(`^${round.group}$`))
    await confirm(sponsor, new RegExp(`^Put into a group: ${round.group}$`))
    await sponsor.passesBy(async () => {
      await sponsor.link(/^To the members$/)
      await sponsor.link(/^Your organization$/)
      await sponsor.link(/^Groups and classes$/)
    })
    await sponsor.reads('1 member')
    await sponsor.hear({ until: 'Made by a sponsor' })
  },

  async 'a day at the desk'(staff, { plan, round }) {
    await staff.homeSignedIn(plan.staff.administrator)
    await staff.link(/^Membership desk$/)
    const find = async () => {
      await staff.field(/^Name, user name, email address or identifier$/, round.reader)
      await staff.leads(() => staff.page.keyboard.press('Enter'))
      await staff.reads('One person found.')
      await staff.link(new RegExp(`^${round.reader}`))
    }
    await find()

    // What waits for the reader is taken, and the agreement, which came by post, is recorded.
    await staff.link(/^Check proofs$/)
    await staff.reads('This is waiting for a decision.')
    await staff.hear({ until: 'heading, Decide' })
    await staff.passesBy(() => staff.link(/^Back to the work list$/))
    await staff.reach(['a'], new RegExp(`^Proof to check · ${round.reader}`), { from: 'next' })
    await staff.button(/^Take this$/)
    await staff.reads('You have taken this for two hours.')
    await staff.passesBy(async () => {
      await staff.link(new RegExp(`^Proof to check · ${round.reader}`))
      await staff.link(/^Back to this person$/)
      await staff.link(/^Record an agreement$/)
    })
    await staff.field(/^Date of the signature$/, '2026-01-15')
    await staff.field(/^Name as printed next to the signature$/, round.reader)
    await staff.button(/^Record the agreement$/)
    await staff.reads('The agreement is recorded.')

    // The reader calls, and asks why a book is closed.
    await staff.passesBy(async () => {
      await staff.link(/^Back to the search$/)
      await find()
    })
    await staff.field(/^Number of the title$/, String(plan.title))
    await staff.select(/^Format$/, /^Braille/)
    await staff.button(/^Check$/)
    await staff.reads(plan.titleName)
    await staff.reads('You have no subscription.')
    await staff.link(/^Back to this person$/)

    // The reader has lost the password. What is read aloud of the new one is not noted.
    await staff.passesBy(async () => {
      await staff.link(new RegExp(`^Serve ${round.reader}$`))
      await staff.button(/^Make a new password$/)
    })
    await staff.reads('The new password works now.')
    await staff.hear({ until: 'Read the sign-in name aloud', whole: true })
    await staff.passesBy(() => staff.link(/^Back to this person$/))

    // Braille from now on, a device, and a book, which is ordered for the reader.
    await staff.passesBy(async () => {
      await staff.select(/^Preferred format$/, /^Braille/)
      await staff.button(/^Save format and braille$/)
      await staff.reads('Format and braille are saved.')
      await staff.field(/^Name of the device$/, 'Braille display')
      await staff.button(/^Add the device$/)
      await staff.reads('The device can sign in now.')
      await staff.link(/^Back to this person$/)
      await staff.field(/^Title, author or ISBN$/, plan.open)
      await staff.leads(() => staff.page.keyboard.press('Enter'))
      await staff.button(new RegExp(`^Put .*${plan.open}.* on the shelf$`))
      await staff.reads('The book is on the shelf')
      await staff.button(new RegExp(`^Order a copy of .*${plan.open}`))
      await staff.reads('“My downloads” on the shelf')
    })
    await staff.field(/^Note about this call$/, 'Has lost the password.')
    await staff.button(/^Save the note$/)
    await staff.reads('The note is saved.')
    await staff.passesBy(async () => {
      await staff.link(/^Back to this person$/)
      await staff.link(/^Back to the search$/)
    })

    // All of it is in the audit.
    await staff.link(/^Audit$/)
    await staff.field(/^About this person$/, round.readerName)
    await staff.passesBy(() => staff.leads(() => staff.page.keyboard.press('Enter')))
    for (const act of ['Call noted', 'Copy ordered for the person', 'New password given', 'Signed agreement recorded by staff']) {
      await staff.page.getByRole('heading', { name: act }).waitFor()
    }
    await staff.hear({ from: 'heading, Entries', until: 'heading, Signed agreement recorded by staff' })
  },
}
