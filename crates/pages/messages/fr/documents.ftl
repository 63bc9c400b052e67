# Documents personnels.
documents-heading = Mes documents
documents-text = Envoyez un PDF, la photo d’une page, une numérisation ou un diaporama. La bibliothèque en fait un livre accessible que vous seul ou vous seule pouvez voir.
documents-all = Ce que j’ai envoyé
documents-count = { $count ->
    [0] Vous n’avez pas encore envoyé de document.
    [one] Un document
   *[other] { $count } documents, du plus récent au plus ancien
}
document-new = Envoyer un document
document-name = Nom du document
document-name-hint = Comme vous voulez le retrouver, par exemple : Lettre de l’école
document-file = Fichier
document-file-hint = PDF, JPEG, PNG, HEIC ou PowerPoint, { $count } Mo au plus
document-send = Envoyer le fichier
document-missing = Choisissez un fichier
document-unknown = Ce fichier n’est ni un PDF, ni un JPEG, ni un PNG, ni un HEIC, ni un PowerPoint
document-too-large = Le fichier est trop volumineux : { $count } Mo au plus
document-full = Vous avez autant de documents que la bibliothèque en garde pour une personne. Supprimez-en un, puis renvoyez ce fichier.
document-sent = Envoyé le { $name }
document-pending = Le livre est en préparation.
document-pending-long = Le livre est toujours en préparation. Les longs documents et les numérisations demandent de nombreuses minutes.
document-ready = Le livre est prêt.
document-failed = Aucun livre n’a pu être fait de ce fichier. Essayez une numérisation plus nette ou un autre fichier.
document-waiting = Cela prend en général quelques minutes. Cette page vérifie toutes les quelques secondes ; vous pouvez la quitter et revenir.
document-about = À propos de ce livre
document-report = Ce qui manque ou a été réparé
document-report-format = { $name } : ce qui manque ou a été réparé
document-report-hint = Un programme a fait le livre à partir de votre fichier. Voici ce qu’il n’a pas pu reprendre, ou a dû réparer. Cette liste n’est visible que par vous.
document-remove = Supprimer ce document
document-remove-text = Le document « { $name } » sera supprimé avec son livre, et avec vos signets et surlignages dans ce livre.
document-removed = Le document est supprimé.
document-keep = Garder le document
