# Own documents.
documents-heading = My documents
documents-text = Upload a PDF, a photo of a page, a scan or slides. The library makes an accessible book of it that only you can see.
documents-all = My uploads
documents-count = { $count ->
    [0] You have not uploaded a document yet.
    [one] One document
   *[other] { $count } documents, the newest first
}
document-new = Upload a document
document-name = Name of the document
document-name-hint = As you want to find it again, for example: Letter from the school
document-file = File
document-file-hint = PDF, JPEG, PNG, HEIC or PowerPoint, at most { $count } MB
document-send = Upload the file
document-missing = Choose a file
document-unknown = The file is not a PDF, JPEG, PNG, HEIC or PowerPoint file
document-too-large = The file is too large: at most { $count } MB are possible
document-full = You have as many documents as the library keeps for one reader. Delete one first, then upload this file again.
document-sent = Uploaded on { $name }
document-pending = The book is being made.
document-pending-long = The book is still being made. Long documents and scans take many minutes.
document-ready = The book is ready.
document-failed = No book could be made of this file. Try a clearer scan, or another file.
document-waiting = This usually takes a few minutes. This page checks again every few seconds; you can leave it and come back.
document-about = About this book
document-report = What is missing or was repaired
document-report-format = { $name }: what is missing or was repaired
document-report-hint = A program made this book from your file. This is what it could not include, or had to repair. Only you can see it.
document-remove = Delete this document
document-remove-text = The document “{ $name }” is deleted with its book, and with your bookmarks and highlights in it.
document-removed = The document is deleted.
document-keep = Keep the document
