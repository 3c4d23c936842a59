metadata description = 'Azure Document Intelligence, which reads scanned PDFs. Keys are off.'

@description('Name of the account, and the first part of its host name.')
param name string

@description('Region.')
param location string

@description('Tags.')
param tags object

@description('Whether the account answers from outside the virtual network.')
param publicAccess bool

@description('The app\'s identity.')
param principalId string

var cognitiveServicesUser = 'a97b65f3-24c7-4388-baec-2e87135dc908'

resource account 'Microsoft.CognitiveServices/accounts@2025-06-01' = {
  name: name
  location: location
  tags: tags
  kind: 'FormRecognizer'
  sku: {
    name: 'S0'
  }
  properties: {
    customSubDomainName: name
    disableLocalAuth: true
    publicNetworkAccess: publicAccess ? 'Enabled' : 'Disabled'
    networkAcls: {
      defaultAction: publicAccess ? 'Allow' : 'Deny'
    }
  }
}

// The only built-in role for analysing documents. It may list keys too, which this account does not take.
resource user 'Microsoft.Authorization/roleAssignments@2022-04-01' = {
  name: guid(account.id, principalId, cognitiveServicesUser)
  scope: account
  properties: {
    roleDefinitionId: subscriptionResourceId('Microsoft.Authorization/roleDefinitions', cognitiveServicesUser)
    principalId: principalId
    principalType: 'ServicePrincipal'
  }
}

@description('Resource id.')
output id string = account.id

@description('Endpoint.')
output endpoint string = account.properties.endpoint
