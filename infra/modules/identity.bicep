metadata description = 'The one identity of the app. Every role is granted to it, and to nothing else.'

@description('Name of the identity.')
param name string

@description('Region.')
param location string

@description('Tags.')
param tags object

resource identity 'Microsoft.ManagedIdentity/userAssignedIdentities@2023-01-31' = {
  name: name
  location: location
  tags: tags
}

@description('Resource id.')
output id string = identity.id

@description('What tokens are asked for by.')
output clientId string = identity.properties.clientId

@description('What roles are assigned to.')
output principalId string = identity.properties.principalId
