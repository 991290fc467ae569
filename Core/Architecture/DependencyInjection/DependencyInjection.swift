// Code that declares dependencies reports issues, too.
@_exported public import Issues
